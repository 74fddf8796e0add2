# The image of the registry. Build it from the root of the repository: `npm run images -- registry`, or
# `docker build --file infra/images/registry.Dockerfile --tag kirchhoff-registry .`
ARG NODE_IMAGE=node:20-bookworm-slim

# The same in both Dockerfiles, so that a builder with layers runs it once. The registry's settings and certificates are secrets of the
# build, which no layer keeps; the cache has packages that pnpm verifies by the lockfile.
FROM ${NODE_IMAGE} AS build
ARG SOURCE_DATE_EPOCH=0
ARG REVISION=unknown
WORKDIR /src
COPY . .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/secrets/ca \
    --mount=type=cache,id=kirchhoff-pnpm,target=/pnpm \
    HOME=/root PNPM_STORE=/pnpm node infra/images/prepare.mjs /out && rm -rf /src/* /root/.npm /root/.cache /root/.local /tmp/*

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG SOURCE=
LABEL org.opencontainers.image.title="Kirchhoff registry" \
      org.opencontainers.image.description="The registry of Kirchhoff: its HTTP process, its worker, and the commands of the operator" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="LicenseRef-UNLICENSED"
COPY --from=build /out/registry/ /app/
WORKDIR /app
# Probes go to a thread of their own, which answers while the process is busy. The worker has no other port.
ENV NODE_ENV=production PROBE_PORT=4180
EXPOSE 4100 4180
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "/app/health.mjs"]
ENTRYPOINT []
CMD ["node", "services/registry/dist/main.js"]
