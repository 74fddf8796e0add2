import type { Domain, PortDomain } from '@kirchhoff/coherence';
import type { LoweredProgram } from '../../lowered/program.js';
import { Declarations } from '../../writing/declarations.js';
import type { Room } from '../../writing/room.js';
import { string, union } from './layout.js';

/** Inputs may have further forms that outputs never have: bigints and Uint8Arrays. */
type Direction = 'In' | 'Out';

/** Returns the declarations of a loader in TypeScript (`.d.mts`). */
export function declarationsOf(
  { name, inputs, outputs, error }: LoweredProgram,
  {
    exported,
    host,
    header,
    documentation,
    throws,
  }: {
    readonly exported: string;
    readonly host: readonly string[];
    readonly header: string;
    readonly documentation: string;
    readonly throws: boolean;
  },
  room: Room,
): string {
  const types = new Types(room);
  const [taken, given] = [types.portsOf(inputs, 'In'), types.portsOf(outputs, 'Out')];
  const sections = [
    header,
    DOMAIN_ERROR,
    ...(throws ? [error === 'Fault' ? FAULT : GUARD_ERROR] : []),
    ...(host.length === 0 ? [] : [hostText(host)]),
    ...types.all(),
    interfaceOf('Inputs', `The inputs of the circuit ${name}.`, taken),
    interfaceOf('Outputs', `The outputs of the circuit ${name}.`, given),
    `${documentation}\nexport declare function ${exported}(inputs: Inputs): Outputs;`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function interfaceOf(name: string, comment: string, members: readonly string[]): string {
  const body = members.length === 0 ? '{}' : `{\n${members.map((member) => `  ${member};\n`).join('')}}`;
  return `/** ${comment} */\nexport interface ${name} ${body}`;
}

const DOMAIN_ERROR = `/** Inputs outside their domains: the first wrong port (null if a requirement does not hold) and the path inside it. */
export declare class DomainError extends Error {
  readonly port: string | null;
  readonly path: string;
}`;

const FAULT = `/** An unproven condition of this circuit does not hold for these inputs; the line is that of the source. */
export declare class Fault extends Error {
  readonly line: number;
}`;

const GUARD_ERROR = `/** A proven condition of this circuit does not hold: a bug of the prover. The name and the line are those of the source. */
export declare class GuardError extends Error {
  readonly domain: string;
  readonly line: number;
}`;

const HOST_TYPES: Readonly<Record<string, string>> = {
  now: 'now: () => number',
  random: 'random: (lo: bigint, hi: bigint) => bigint',
  uuid: 'uuid: () => string',
  env: 'env: (name: string) => string | null',
};

function hostText(names: readonly string[]): string {
  const members = names.map((name) => `  ${HOST_TYPES[name] ?? name};\n`);
  return `/** The entropy sources of the circuit, which a caller may replace. */\nexport declare const host: {\n${members.join('')}};`;
}

/** The types of domains. Records and tags have names, since a short source can use a large domain in many places. */
class Types {
  private readonly declarations: Declarations;

  constructor(room: Room) {
    this.declarations = new Declarations(room);
  }

  all(): readonly string[] {
    return this.declarations.all();
  }

  portsOf(ports: readonly PortDomain[], direction: Direction): readonly string[] {
    return ports.map(({ name, domain }) => `readonly ${name}: ${this.typeOf(domain, direction)}`);
  }

  private typeOf(domain: Domain, direction: Direction): string {
    switch (domain.kind) {
      case 'integer': {
        const isSafe = Number.isSafeInteger(domain.lo) && Number.isSafeInteger(domain.hi);
        if (isSafe) return 'number';
        return direction === 'In' ? 'bigint | string | number' : 'string';
      }
      case 'boolean':
        return 'boolean';
      case 'enumeration':
        return this.declarations.declare(domain, 'Tags', (name) => {
          return union(`export type ${name} =`, domain.tags.map(string));
        });
      case 'text':
        return 'string';
      case 'bytes':
        return direction === 'In' ? 'string | Uint8Array' : 'string';
      case 'list':
        return this.declarations.declare(domain, `List${direction}`, (name) => {
          return `export type ${name} = ReadonlyArray<${this.typeOf(domain.element, direction)}>;`;
        });
      case 'record':
        return this.declarations.declare(domain, `Record${direction}`, (name) => {
          const fields = domain.fields.map((field) => `  readonly ${field.name}: ${this.typeOf(field.domain, direction)};\n`);
          return `export interface ${name} {\n${fields.join('')}}`;
        });
      case 'option':
        return this.declarations.declare(domain, `Option${direction}`, (name) => {
          const content = this.typeOf(domain.value, direction);
          return `export type ${name} = ${domain.value.kind === 'option' ? `{ readonly some: ${content} }` : content} | null;`;
        });
    }
  }
}
