import { call, type Expression, method } from '../expression.js';
import { type Application, argument, type Emission } from './emission.js';

/** Texts are well-formed, so that what begins, ends or holds one in UTF-16 units does in code points. */
function asked(name: 'startsWith' | 'endsWith' | 'includes'): Emission {
  return { gives: 'other', plain: (application) => method(argument(application, 0), name, [argument(application, 1)], 'other') };
}

function lengthOf(application: Application): Expression {
  return call(application.use('codePointLength'), application.args, 'number');
}

/** The string family as far as it is provable so far, by name. */
export const TEXT: Readonly<Record<string, Emission>> = {
  TEXT_LENGTH: { gives: 'other', plain: lengthOf },
  STARTS_WITH: asked('startsWith'),
  ENDS_WITH: asked('endsWith'),
  INCLUDES: asked('includes'),
  MATCHES_GLOB: { gives: 'other', plain: (application) => call(application.use('matchesGlob'), application.args, 'other') },
};
