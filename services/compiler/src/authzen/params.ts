import type { ActionError } from '@kirchhoff/coherence';
import type { DeclaredParam, DeclaredParams, RequestedAction } from '../engine/work.js';
import type { EvaluationRequest } from './evaluation.js';

/** An evaluation, mapped to an action of a policy. */
export interface Mapped {
  readonly action: RequestedAction;
  /** The place of each param in the evaluation, as a JSON Pointer. */
  readonly places: ReadonlyMap<string, string>;
  /** The params for which two members have a value, so that the value is ambiguous. */
  readonly errors: readonly ActionError[];
}

const PART = /^(subject|resource|action|context)_(.+)$/;
type Part = 'subject' | 'resource' | 'action' | 'context';

/** Maximal length of a name: params have no longer ones, converting them would take long, and answers repeat names. */
const MAX_NAME = 200;

interface Member {
  readonly value: unknown;
  readonly pointer: string;
}

/** By the names of params: the first two members whose names become the same. */
type Members = ReadonlyMap<string, readonly Member[]>;

const NO_PARAMS: readonly DeclaredParam[] = [];
const NO_MEMBERS: Members = new Map();

/** Maps the evaluations of one request to actions of a policy. The members of a default are read once for all evaluations that use it. */
export class ActionMapper {
  readonly #declared: DeclaredParams;
  readonly #members = new Map<object, Members>();

  constructor(declared: DeclaredParams) {
    this.#declared = declared;
  }

  /**
   * Maps one evaluation. The category is the name of its action, and each param that the policy declares for this category gets the
   * value of the member with the same name. Undeclared members are ignored. A declared param without a member is `none` if it is
   * optional, and otherwise absent, so that the policy denies. Errors are params with values from two members.
   */
  map(evaluation: EvaluationRequest): Mapped {
    const category = evaluation.action.name;
    const params: [string, unknown][] = [];
    const places = new Map<string, string>();
    const errors: ActionError[] = [];
    for (const { name: param, optional } of this.#declared.get(category) ?? NO_PARAMS) {
      const place = placeOf(param);
      // A param for which no member can exist is a fault of the policy, not of the caller.
      if (place === undefined) continue;
      const [member, other] = this.#membersOf(place.part, evaluation).get(place.name) ?? [];
      if (member === undefined) {
        if (optional) params.push([param, null]);
        continue;
      }
      if (other !== undefined) errors.push({ pointer: `/params/${param}`, message: `gives the param ${param}, as ${member.pointer} does` });
      params.push([param, member.value]);
      places.set(param, (other ?? member).pointer);
    }
    return { action: { category, params: Object.fromEntries(params) }, places, errors };
  }

  #membersOf(part: Part, evaluation: EvaluationRequest): Members {
    const value = evaluation[part];
    if (value === undefined) return NO_MEMBERS;
    const known = this.#members.get(value) ?? membersOf(part, evaluation);
    this.#members.set(value, known);
    return known;
  }
}

/** Returns the part of an evaluation, and the name within it, from which a param gets its value; `undefined` if no member can have it. */
function placeOf(param: string): { readonly part: Part; readonly name: string } | undefined {
  const [, part, name] = PART.exec(param) ?? [];
  if (part === undefined || name === undefined || name.length > MAX_NAME || paramName(name) !== name) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pattern has no other beginnings
  return { part: part as Part, name };
}

function membersOf(part: Part, evaluation: EvaluationRequest): Members {
  const found = new Map<string, Member[]>();
  const add = (name: string, member: Member): void => {
    const known = found.get(name);
    if (known === undefined) found.set(name, [member]);
    else if (known.length === 1) known.push(member);
  };
  if (part === 'subject' || part === 'resource') {
    const { type, id } = evaluation[part];
    add('type', { value: type, pointer: `/${part}/type` });
    add('id', { value: id, pointer: `/${part}/id` });
  }
  const place = part === 'context' ? '/context' : `/${part}/properties`;
  const properties = part === 'context' ? evaluation.context : evaluation[part].properties;
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.length <= MAX_NAME) add(paramName(name), { value, pointer: pointerTo(place, name) });
  }
  return found;
}

/** The pattern of a name in the spelling of params. */
const SNAKE = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** Converts a name to the spelling of params: `ownerID` and `owner-id` become `owner_id`. */
export function paramName(name: string): string {
  if (SNAKE.test(name)) return name;
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

function pointerTo(place: string, name: string): string {
  return `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const PARAM_POINTER = /^\/params\/([^/]+)(.*)$/s;

/** Converts an error of an action to one of its evaluation. */
export function toEvaluationError({ pointer, message }: ActionError, places: ReadonlyMap<string, string>): ActionError {
  if (pointer === '/category') return { pointer: '/action/name', message };
  const [, param, rest = ''] = PARAM_POINTER.exec(pointer) ?? [];
  if (param === undefined) return { pointer: '', message };
  const known = places.get(param);
  if (known !== undefined) return { pointer: known + rest, message };
  const place = placeOf(param);
  if (place === undefined) {
    const form = 'params begin with subject_, resource_, action_ or context_ and are spelled as owner_id is';
    return { pointer: '', message: `the param ${param} has no place: ${form}` };
  }
  const { part, name } = place;
  return { pointer: `${part === 'context' ? '/context' : `/${part}/properties`}/${name}`, message };
}
