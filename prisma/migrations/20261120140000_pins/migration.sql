-- What the pins of a source (`use "cir_<id>@<hash>" as name`) were resolved to, once, when it was written: every
-- circuit version that it is read with, those of pinned circuits' own pins included, each after what it pins itself.
-- Versions are immutable and never deleted, so that what was found stays what it was.

-- Owner: registry.
CREATE TABLE "circuit_version_pins" (
  "circuit_id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "place" INTEGER NOT NULL,
  "pinned_circuit_id" TEXT COLLATE "C" NOT NULL,
  "pinned_version" INTEGER NOT NULL,
  CONSTRAINT "circuit_version_pins_pkey" PRIMARY KEY ("circuit_id", "version", "place"),
  CONSTRAINT "circuit_version_pins_circuit_id_version_fkey" FOREIGN KEY ("circuit_id", "version") REFERENCES "circuit_versions" ("circuit_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "circuit_version_pins_pinned_circuit_id_pinned_version_fkey" FOREIGN KEY ("pinned_circuit_id", "pinned_version") REFERENCES "circuit_versions" ("circuit_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "circuit_version_pins_pinned_circuit_id_pinned_version_idx" ON "circuit_version_pins" ("pinned_circuit_id", "pinned_version");

-- Owner: compiler.
CREATE TABLE "policy_version_pins" (
  "policy_id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "place" INTEGER NOT NULL,
  "pinned_circuit_id" TEXT COLLATE "C" NOT NULL,
  "pinned_version" INTEGER NOT NULL,
  CONSTRAINT "policy_version_pins_pkey" PRIMARY KEY ("policy_id", "version", "place"),
  CONSTRAINT "policy_version_pins_policy_id_version_fkey" FOREIGN KEY ("policy_id", "version") REFERENCES "policy_versions" ("policy_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "policy_version_pins_pinned_circuit_id_pinned_version_fkey" FOREIGN KEY ("pinned_circuit_id", "pinned_version") REFERENCES "circuit_versions" ("circuit_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "policy_version_pins_pinned_circuit_id_pinned_version_idx" ON "policy_version_pins" ("pinned_circuit_id", "pinned_version");
