#!/bin/bash
# Creates the logins of the services when the database is new. `operator migrate` grants their roles what each service needs.
set -eu
psql --quiet --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=ON_ERROR_STOP=1 \
  --set=registry="$REGISTRY_DATABASE_PASSWORD" --set=compiler="$COMPILER_DATABASE_PASSWORD" <<'END'
CREATE ROLE kirchhoff_registry NOLOGIN;
CREATE ROLE kirchhoff_compiler NOLOGIN;
CREATE ROLE registry LOGIN PASSWORD :'registry' IN ROLE kirchhoff_registry;
CREATE ROLE compiler LOGIN PASSWORD :'compiler' IN ROLE kirchhoff_compiler;
END
