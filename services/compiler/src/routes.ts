import { ENGINE_VERSION } from '@kirchhoff/coherence';
import type { ResolvePins } from '@kirchhoff/engine-host';
import {
  allLimits,
  type Clock,
  type ClosableQueue,
  type Database,
  type EngineBudget,
  type FairTurns,
  healthRoutes,
  type Messages,
  postgresCheck,
  type Randomness,
  type RateLimit,
  type Readiness,
  type Redis,
  type Route,
  redisCheck,
  resolvePins,
  type StorageRoom,
} from '@kirchhoff/platform';
import { analyzeRoutes } from './analyze/routes.js';
import { accessRoutes } from './authzen/routes.js';
import { AccessEvaluations } from './authzen/service.js';
import type { PolicyHeads } from './check/policy-heads.js';
import { CheckRepository } from './check/repository.js';
import { checkRoutes } from './check/routes.js';
import type { PolicyChecks } from './check/service.js';
import { compareRoutes } from './circuits/compare.js';
import { PublishedSourceRepository } from './circuits/repository.js';
import { compileRoutes } from './compile/routes.js';
import { PolicyModules } from './compiled/modules.js';
import { compiledRoutes } from './compiled/routes.js';
import type { DecisionLog } from './decisions/decision-log.js';
import { DecisionRepository } from './decisions/decision-repository.js';
import { Exports } from './decisions/exports.js';
import { ReadLimiter } from './decisions/read-limiter.js';
import { Replays } from './decisions/replay.js';
import { replayRoutes } from './decisions/replay-routes.js';
import { decisionRoutes } from './decisions/routes.js';
import { Decisions } from './decisions/service.js';
import { LogSettingsRepository } from './decisions/settings-repository.js';
import type { CompilerEngine } from './engine/engine.js';
import { evaluateRoutes } from './evaluate/routes.js';
import { Evaluations } from './evaluate/service.js';
import { formatRoutes } from './format/routes.js';
import { type Addresses, homeRoutes } from './home/routes.js';
import type { ComputeLimits } from './limits.js';
import { PolicyCaseRepository } from './policies/case-repository.js';
import { caseRoutes } from './policies/case-routes.js';
import { announceChange } from './policies/changes.js';
import { comparePolicyRoutes } from './policies/compare.js';
import { PolicyRepository } from './policies/repository.js';
import { policyRoutes } from './policies/routes.js';
import { Policies } from './policies/service.js';
import { versionRoutes } from './policies/version-routes.js';
import { PolicyVersions } from './policies/version-service.js';
import { PolicyVersionRepository } from './policies/versions.js';
import { PolicyWrites } from './policies/writes.js';
import { targetRoutes } from './targets/routes.js';

/** The dependencies of the routes; the caller opens and closes them. */
export interface CompilerDeps {
  readonly version: string;
  readonly database: Database;
  readonly redis: Redis;
  readonly messages: Messages;
  readonly engine: CompilerEngine;
  /** Registers a part that has to end the waiting of requests when the process stops. */
  readonly addLine: (line: ClosableQueue) => void;
  readonly checks: PolicyChecks;
  readonly decisionLog: DecisionLog;
  /** The same one that `checks` uses. */
  readonly heads: PolicyHeads;
  /** Lets this process's checks see a change of a policy at once. */
  readonly changed: (policyId: string) => void;
  readonly requests: RateLimit;
  /** The budget of analyze, compile, evaluate and policies. */
  readonly budget: EngineBudget;
  readonly room: StorageRoom;
  readonly clock: Clock;
  /** Divides the event loop between the decisions in this process. */
  readonly turns: FairTurns;
  readonly randomness: Randomness;
  readonly graceMilliseconds: number;
  readonly ready: () => Promise<Readiness>;
  readonly addresses: Addresses;
}

/** All routes of the compiler, with their services and repositories. */
export function compilerRoutes(deps: CompilerDeps): readonly Route[] {
  const { database, engine, requests, budget } = deps;
  const compute: ComputeLimits = { budget, rate: allLimits(requests, budget) };
  const resolve: ResolvePins = async (pins, accountId) => resolvePins(database, pins, { accountId, publicOnly: false });
  const published = new PublishedSourceRepository(database);
  const versions = new PolicyVersionRepository(database);
  const cases = new PolicyCaseRepository(database, deps.room);
  const stored = { policies: new PolicyRepository(database, deps.room), cases, writes: new PolicyWrites(deps), engine, resolve };
  const policies = new Policies(stored);
  const policyVersions = new PolicyVersions({ ...stored, versions, current: policies });
  const logged = new DecisionRepository(database);
  const reads = new ReadLimiter();
  deps.addLine(reads);
  const decisions = new Decisions({
    settings: new LogSettingsRepository(database),
    decisions: logged,
    reads,
    announce: async (policyId) => {
      deps.changed(policyId);
      await announceChange(deps.messages, policyId);
    },
  });
  const modules = new PolicyModules({ heads: deps.heads, versions: new CheckRepository(database), engine, build: deps.version });
  return [
    ...homeRoutes(deps.addresses),
    ...healthRoutes(health(deps)),
    ...targetRoutes(requests),
    ...compileRoutes({ engine, resolve }, compute),
    ...analyzeRoutes({ engine, resolve }, compute),
    ...formatRoutes(engine, compute),
    ...evaluateRoutes(new Evaluations({ engine, resolve, published }), compute),
    ...compareRoutes({ engine, resolve, published }, compute),
    ...policyRoutes(policies, requests, compute),
    ...versionRoutes(policies, policyVersions, requests, compute),
    ...caseRoutes(policies, policyVersions, requests, compute),
    ...comparePolicyRoutes({ engine, resolve, versions }, compute),
    ...decisionRoutes(decisions, new Exports({ ...deps, decisions: logged, reads }), requests),
    ...compiledRoutes(modules, requests, budget),
    ...replayRoutes(new Replays({ decisions: logged, versions, engine, resolve, reads }), compute),
    ...checkRoutes(deps.checks, deps.graceMilliseconds),
    ...accessRoutes({ ...deps, access: new AccessEvaluations(deps), here: deps.addresses.here }),
  ];
}

function health({ database, redis, engine, decisionLog, version, clock, ready }: CompilerDeps) {
  const checks = {
    postgres: postgresCheck(database),
    redis: redisCheck(redis),
    engine: async () => engine.load,
    decision_log: async () => decisionLog.load,
  };
  return { service: 'compiler', version, engineVersion: ENGINE_VERSION, clock, checks, ready };
}
