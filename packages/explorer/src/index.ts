export { assetFolder, playgroundPage } from './pages/playground.js';
