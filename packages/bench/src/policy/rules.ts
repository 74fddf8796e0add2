/** A rule of the benchmark in the languages of all engines. */
export interface BenchRule {
  readonly name: string;
  readonly verdict: 'allow' | 'deny';
  readonly category: string;
  readonly kirchhoff: string;
  readonly cedar: string;
  readonly casbin: string;
}

/** The categories of the benchmark: five rules each. */
export const CATEGORIES = ['pay.refund', 'pay.payout', 'pay.transfer', 'pay.credit'] as const;
export const REGIONS = ['eu', 'us', 'uk', 'other'] as const;
export const ROLES = ['staff', 'manager', 'guest', 'bot', 'customer'] as const;
export const MAX_CENTS = 100_000;
/** Amounts of the first category; those of each other category are a multiple of them. */
export const SMALL = 500;
export const LARGE = 20_000;

export const RULES: readonly BenchRule[] = CATEGORIES.flatMap((category, index) => {
  const [small, large] = [SMALL * (index + 1), LARGE * (index + 1)];
  const rule = (name: string, verdict: 'allow' | 'deny', kirchhoff: string, cedar: string, casbin: string): BenchRule => ({
    name: `${name}_${index}`,
    verdict,
    category,
    kirchhoff,
    cedar,
    casbin,
  });
  return [
    rule('small', 'allow', `cents <= ${small}`, `context.cents <= ${small}`, `r.p.cents <= ${small}`),
    rule(
      'staff',
      'allow',
      `role == "staff" and cents <= ${large}`,
      `context.role == "staff" && context.cents <= ${large}`,
      `r.p.role == "staff" && r.p.cents <= ${large}`,
    ),
    rule('abroad', 'deny', 'region == .other', 'context.region == "other"', 'r.p.region == "other"'),
    rule(
      'unverified',
      'deny',
      `cents > ${small} and not verified`,
      `context.cents > ${small} && !context.verified`,
      `r.p.cents > ${small} && !r.p.verified`,
    ),
    rule(
      'nobody',
      'deny',
      'role in ["guest", "bot"] and cents > 100',
      '["guest", "bot"].contains(context.role) && context.cents > 100',
      '(r.p.role == "guest" || r.p.role == "bot") && r.p.cents > 100',
    ),
  ];
});

const PARAMS = `(cents: 0..${MAX_CENTS}, region: enum { ${REGIONS.join(', ')} }, role: text[..20], verified: bool)`;

/** The rules as a policy. */
export function policySource(): string {
  const actions = CATEGORIES.map((category) => `  action "${category}" ${PARAMS}`);
  const rules = RULES.map(({ name, verdict, category, kirchhoff }) => `  rule ${name} ${verdict} on "${category}" when ${kirchhoff}`);
  return `policy bench {\n${[...actions, ...rules].join('\n')}\n}\n`;
}

/** A policy of so many rules that are spread over categories. */
export function manyCategories(rules: number, categories: number): string {
  const actions = Array.from({ length: categories }, (_, index) => `  action "c.${index}" (cents: 0..${MAX_CENTS}, role: text[..20])`);
  const lines = Array.from(
    { length: rules },
    (_, index) =>
      `  rule r${index} ${index % 3 === 0 ? 'deny' : 'allow'} on "c.${index % categories}" when cents == ${index} or cents > ${index + 500}`,
  );
  return `policy many {\n${[...actions, ...lines].join('\n')}\n}\n`;
}

/** A policy of so many rules on one category, each for a user of its own. */
export function manyUsers(rules: number): string {
  const lines = Array.from(
    { length: rules },
    (_, index) => `  rule r${index} allow on "a" when user == "u${index}" and cents <= ${index + 500}`,
  );
  return `policy users {\n  action "a" (user: text[..20], cents: 0..${MAX_CENTS})\n${lines.join('\n')}\n}\n`;
}

/** Two versions of a policy of 50 rules over some categories; the new one changes a limit. */
export function versions(categories: number): { readonly old: string; readonly new: string } {
  const version = (changed: number): string => {
    const actions = Array.from(
      { length: categories },
      (_, index) => `  action "c.${index}" (cents: 0..${MAX_CENTS}, role: text[..20], verified: bool)`,
    );
    const lines = Array.from({ length: 50 }, (_, index) => {
      const limit = 1_000 * (index + 1) + (index === 25 ? changed : 0);
      const verdict = ['allow', 'review', 'deny'][index % 3];
      return `  rule r${index} ${verdict} on "c.${index % categories}" when cents > ${limit} and cents < ${limit + 3_000} and (verified or role == "u${index}")`;
    });
    return `policy versions {\n${[...actions, ...lines].join('\n')}\n}\n`;
  };
  return { old: version(0), new: version(1) };
}
