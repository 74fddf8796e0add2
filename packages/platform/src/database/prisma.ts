/** The generated client: models, enums and `Prisma.sql`. Only repositories import it. */
export * from '../generated/prisma/client.js';
