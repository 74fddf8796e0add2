/** Describes this service in Markdown: the beginning of its API description. */
export const ABOUT = `A registry of small programs ("circuits") that are proven, not tested, to be total and deterministic within declared bounds.
Publish one, certify it, and anyone can check its certificate.

\`POST /v1/auth/register\` gives an API key; send it as \`Authorization: Bearer <key>\`.`;
