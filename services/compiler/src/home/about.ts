/** Describes this service in Markdown: the beginning of its API description. */
export const ABOUT = `Compiles circuits (small programs that are proven, not tested, to be total and deterministic within declared bounds) to JavaScript
without dependencies, and answers "may this action happen?" by policies that are proven in the same way. A policy check never fails open.

The registry gives API keys; send yours as \`Authorization: Bearer <key>\`.`;
