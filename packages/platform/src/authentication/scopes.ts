/** What a key may be allowed to do. The first key of an account has all. */
export const SCOPES = ['read', 'publish', 'certify', 'compile', 'policy:check', 'policy:write', 'keys'] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether `text` names a scope. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
