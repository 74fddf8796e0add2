/** What holds for every call, in Markdown: the end of each service's description. */
export const CONVENTIONS = `
**Errors** are \`application/problem+json\` (RFC 9457): \`code\` says what happened, \`type\` leads to a page that says what to do
([all of them](/problems)). Any call may be answered with 408, 431 or 400 before it is read, 404 where there is no such address, and
405 with \`Allow\` where the address does not take the method. There is no 5xx but 503.

**Strictness**: unknown query parameters and unknown members of a body are refused with 400, but for pages and probes. A call that
takes no body accepts none, and \`{}\`.

**Lists** are pages: newest first; the links of the \`Link\` field carry \`as_of\`, so that following them is stable while entries are
added. \`page × limit\` goes to 100,000.

**Caching**: a strong \`ETag\` where \`If-None-Match\` is listed. **Times** are RFC 3339 in UTC. HEAD is taken where GET is.
`;
