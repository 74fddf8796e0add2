/** Tests stand beside what they test and run on what tsc made of them. */
module.exports = {
  testEnvironment: 'node',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,infra}/**/dist/**/*.test.js'],
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
};
