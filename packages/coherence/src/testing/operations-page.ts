import { FAMILIES } from '@kirchhoff/kernel/monomers/names';
import { CATALOG, type CatalogEntry } from '@kirchhoff/language/catalog/catalog';

const HEAD = `# Operations

The 128 operations of the catalog, which are called *monomers*, by family. \`GET /v1/catalog\` has the same with examples. An operation with an
operator or another form of its own is written in that way; the others are called by name: \`MIN(a, b)\`. The condition under *needs* has to be
proven where the operation is applied ([partial operations](partial-operations.md)). \`int\` is an integer of 64 bits, \`nat\` one that is not
negative, and \`?\` after a result marks an option.
`;

/** Returns docs/language/operations.md as generated from the catalog. */
export function operationsPage(): string {
  return `${HEAD}${FAMILIES.map(section).join('')}`;
}

function section(family: string): string {
  const rows = CATALOG.filter((each) => each.family === family).map(row);
  return `\n## ${family}\n\n| operation | written | result | needs |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

function row({ name, signature, description, operator, form, needs }: CatalogEntry): string {
  const written = [operator, form].filter((each) => each !== null).map((each) => `\`${each}\``);
  const cells = [`\`${name} ${signature}\``, written.join(', '), description, needs ?? ''];
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
