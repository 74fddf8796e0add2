import type { ComponentChildren } from 'preact';

/** Parts of pages that show a time, a number or a state in the same way everywhere. */

/** A day, such as 27 November 2026, with its exact time for machines. */
export function Day({ time }: { readonly time: string }) {
  return <time dateTime={time}>{dayOf(time)}</time>;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

export function dayOf(time: string): string {
  return DAY.format(new Date(time));
}

/** The state of a version, which every list and page shows alike. */
export interface CertificationState {
  readonly certified: boolean;
  /** Null before the first certification. */
  readonly phi_c: number | null;
  readonly assurance: string | null;
  readonly certified_at: string | null;
}

/** A mark with a word: the colour alone says too little to many readers. */
export function StateMark({ certified, phi_c }: Pick<CertificationState, 'certified' | 'phi_c'>) {
  if (certified) return <span class="mark closed">certified</span>;
  return phi_c === null ? <span class="mark">not certified</span> : <span class="mark open">open</span>;
}

/** Explains a grade of evidence. */
export function gradeInWords(assurance: string | null): string {
  switch (assurance) {
    case 'kernel':
      return 'proven by the rules of the checker alone';
    case 'exhaustive':
      return 'proven by rules, and by running every possible input of some parts';
    case 'solver':
      return 'proven by rules and by a solver, whose answers are asked for again on each check';
    default:
      return 'without a grade: certified before grades existed';
  }
}

interface TableProps {
  /** The name of the table for a screen reader. */
  readonly label: string;
  readonly heads: readonly string[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table with one row of heads. On a narrow page it scrolls by itself, also by keyboard. */
export function Table({ label, heads, children }: TableProps) {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
