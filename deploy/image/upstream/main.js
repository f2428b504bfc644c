import './apps/upstream/dist/main.js';
