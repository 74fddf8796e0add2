export { parametersOf } from './catalog/apply-monomer.js';
export { type Audit, auditPage, type ShownAuditRecord } from './pages/account/audit.js';
export { type ChangeCircuit, changeCircuitPage } from './pages/account/change-circuit.js';
export type { FieldError, FormFields } from './pages/account/forms.js';
export type { AccountFrame } from './pages/account/frame.js';
export { keptFormPage } from './pages/account/kept-form.js';
export { type KeptForm, readKeptText, writeKept } from './pages/account/kept-text.js';
export { type AccountKey, type AccountUsage, type Overview, overviewPage } from './pages/account/overview.js';
export { type ListedPolicy, policiesPage } from './pages/account/policies.js';
export { policyPage } from './pages/account/policy.js';
export type {
  ComparedVersions,
  LoggedDecision,
  LogSettings,
  ParamDomain,
  Policy,
  RefusedChange,
  ShownComparison,
  ShownDecision,
} from './pages/account/policy-view.js';
export { type PublishedAlready, type PublishForm, publishPage, runPage, type ShownDiagnostic } from './pages/account/publish.js';
export { type ShownSecret, secretPage } from './pages/account/secret.js';
export { type SignIn, signInPage } from './pages/account/sign-in.js';
export { type AccountDelivery, type AccountWebhook, deliveriesPage, webhooksPage } from './pages/account/webhooks.js';
export { assetFolder } from './pages/assets.js';
export { type CatalogPage, catalogPage, type ListedMonomer } from './pages/catalog.js';
export { type CircuitPage, circuitPage, summaryOf } from './pages/circuit/circuit.js';
export { domainText } from './pages/circuit/domain-text.js';
export type * from './pages/circuit/types.js';
export type { ListedCircuit } from './pages/circuit-list.js';
export { type CircuitQuestion, type CircuitsFound, type CircuitsPage, circuitsPage, ownerPage, SORTS, STATES } from './pages/circuits.js';
export { type Home, homePage } from './pages/home.js';
export { type PageOptions, type PageSession, renderPage } from './pages/layout.js';
export { monomerPage, type ShownMonomer } from './pages/monomer.js';
export { playgroundPage } from './pages/playground.js';
export { problemPage, type ShownProblem } from './pages/problem.js';
