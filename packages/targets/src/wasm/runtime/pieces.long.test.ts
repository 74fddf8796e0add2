import { CASES } from './testing/cases.js';
import { holdToReference } from './testing/compared.js';
import { RuntimeModule } from './testing/runtime-module.js';

const runtime = new RuntimeModule();

test.each(CASES.map((each) => [each.piece ?? each.fits, each.monomer, each.forms[0], each] as const))(
  '%s gives the results of %s (%s), often',
  (_piece, _monomer, _form, each) => holdToReference(runtime, each, 1_000),
  60_000,
);
