import { ASSURANCES, type Assurance, assuranceOf } from './assurance.js';
import type { CaseProof, Evidence, GraphProof, PassProof } from './format.js';

const PASS: PassProof = {
  claims: [],
  steps: new Map(),
  kept: new Map(),
  drifts: new Map(),
  cuts: new Map(),
  unrolled: [],
  joins: new Map(),
  differences: new Map(),
};

/** Each kind of evidence, with the grade that the documentation gives it. */
const GRADES: { readonly [By in Evidence['by']]: readonly [Extract<Evidence, { by: By }>, Assurance] } = {
  structure: [{ by: 'structure' }, 'kernel'],
  analysis: [{ by: 'analysis', differences: [] }, 'kernel'],
  linear: [{ by: 'linear', bounds: [] }, 'kernel'],
  states: [{ by: 'states', steps: [], fold: 0, states: [] }, 'kernel'],
  cases: [{ by: 'cases' }, 'kernel'],
  inlined: [{ by: 'inlined' }, 'kernel'],
  induction: [{ by: 'induction' }, 'kernel'],
  call: [{ by: 'call', given: [], requires: PASS }, 'kernel'],
  witness: [{ by: 'witness', inputs: [] }, 'kernel'],
  exhaustion: [{ by: 'exhaustion' }, 'exhaustive'],
  smt: [{ by: 'smt', encoding: 'integers', digest: '', solver: 'z3', version: '4', limit: 1, runs: 1 }, 'solver'],
};
const KINDS = Object.values(GRADES);

const proof = (closure: readonly Evidence[], cases: GraphProof['cases'] = null, inlined: GraphProof['inlined'] = null): GraphProof => ({
  ...PASS,
  closure,
  cases,
  inlined,
  induction: null,
  exported: [],
});
const weaker = (a: Assurance, b: Assurance) => ASSURANCES[Math.max(ASSURANCES.indexOf(a), ASSURANCES.indexOf(b))];

test.each(KINDS)('%j', (evidence, grade) => {
  expect(assuranceOf([proof([evidence])])).toBe(grade);
});

test('the grade of a program is the weakest among the closure domains of all its graphs', () => {
  for (const [first, firstGrade] of KINDS) {
    for (const [second, secondGrade] of KINDS) {
      const expected = weaker(firstGrade, secondGrade);
      expect(assuranceOf([proof([first, second])])).toBe(expected);
      expect(assuranceOf([proof([{ by: 'structure' }]), proof([first]), proof([]), proof([second])])).toBe(expected);
    }
  }
});

test('evidence over the graph without calls counts', () => {
  for (const [evidence, grade] of KINDS)
    expect(assuranceOf([proof([{ by: 'inlined' }], null, { loops: 'kept', proof: { ...PASS, closure: [evidence] } })])).toBe(grade);
});

test('evidence in the cases of a split counts', () => {
  for (const [evidence, grade] of KINDS) {
    const leaf: CaseProof = { ...PASS, closure: [evidence] };
    const plain: CaseProof = { ...PASS, closure: [{ by: 'analysis', differences: [] }] };
    const part = (of: GraphProof['cases'] | CaseProof) => ({ view: { kind: 'never' } as const, proof: of ?? plain });
    const split = { parameter: 0, parts: [part(plain), part({ parameter: 1, parts: [part(leaf)] })] };
    expect(assuranceOf([proof([{ by: 'cases' }], split)])).toBe(grade);
  }
});

test('a program without closure domains rests on the checker alone', () => {
  expect(assuranceOf([])).toBe('kernel');
});
