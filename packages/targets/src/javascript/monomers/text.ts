import { TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, type Expression, held, integer, method, string } from '../expression.js';
import { type Application, argument, compared, type Emission, isAtLeast, isAtMost, type Needs } from './emission.js';

/** Texts are well-formed, so that what begins, ends or holds one in UTF-16 units does in code points. */
function asked(name: 'startsWith' | 'endsWith' | 'includes'): Emission {
  return { gives: 'other', plain: (application) => method(argument(application, 0), name, [argument(application, 1)], 'other') };
}

/** A function of the runtime that takes the arguments as they are, indexes as numbers. */
function piece(
  name: 'substringOf' | 'padStart' | 'codeAt' | 'trimmed' | 'matchesGlob',
  gives: 'number' | 'other',
  needs?: Needs,
): Emission {
  const plain = (application: Application) =>
    call(
      application.use(name),
      application.args.map((arg) => held(arg, arg.representation === 'other' ? 'other' : 'number')),
      gives,
    );
  return needs === undefined ? { gives: 'other', plain } : { gives: 'other', plain, needs };
}

function lengthOf(application: Application, index: number): Expression {
  return call(application.use('codePointLength'), [argument(application, index)], 'number');
}

function sum(left: Expression, right: Expression): Expression {
  return binary(left, '+', right, 'additive', 'number');
}

/** Letters of ASCII only, so that no tables of Unicode versions differ. */
function cased(letters: 'a-z' | 'A-Z', to: 'toUpperCase' | 'toLowerCase'): Emission {
  return {
    gives: 'other',
    plain: (application) =>
      method(
        argument(application, 0),
        'replaceAll',
        [
          { ...string(''), text: `/[${letters}]+/g` },
          { ...string(''), text: `(run) => run.${to}()` },
        ],
        'other',
      ),
  };
}

const substringNeeds: Needs = (application) => [
  isAtLeast(argument(application, 1), 0),
  compared(argument(application, 1), '<=', argument(application, 2)),
  compared(argument(application, 2), '<=', lengthOf(application, 0)),
];

/** The string family as far as it is provable so far, by name. */
export const TEXT: Readonly<Record<string, Emission>> = {
  TEXT_LENGTH: { gives: 'other', plain: (application) => lengthOf(application, 0) },
  CONCAT: {
    gives: 'other',
    needs: (application) => [isAtMost(sum(lengthOf(application, 0), lengthOf(application, 1)), TEXT_LENGTH)],
    plain: (application) => binary(argument(application, 0), '+', argument(application, 1), 'additive', 'other'),
  },
  SUBSTRING: piece('substringOf', 'other', substringNeeds),
  STARTS_WITH: asked('startsWith'),
  ENDS_WITH: asked('endsWith'),
  INCLUDES: asked('includes'),
  UPPER: cased('a-z', 'toUpperCase'),
  LOWER: cased('A-Z', 'toLowerCase'),
  TRIM: piece('trimmed', 'other'),
  REPLACE: {
    gives: 'other',
    needs: (application) => [
      binary(argument(application, 1), '!==', string(''), 'equality', 'other'),
      isAtMost(call(application.use('replacedLength'), application.args, 'number'), TEXT_LENGTH),
    ],
    plain: (application) => {
      const parts = method(argument(application, 0), 'split', [argument(application, 1)], 'other');
      return method(parts, 'join', [argument(application, 2)], 'other');
    },
  },
  PAD_START: piece('padStart', 'other', (application) => [
    isAtLeast(argument(application, 1), 0),
    isAtMost(argument(application, 1), TEXT_LENGTH),
    binary(lengthOf(application, 2), '===', integer(1, 'number'), 'equality', 'other'),
  ]),
  CODE_AT: piece('codeAt', 'number', (application) => [
    isAtLeast(argument(application, 1), 0),
    compared(argument(application, 1), '<', lengthOf(application, 0)),
  ]),
  MATCHES_GLOB: piece('matchesGlob', 'other'),
};
