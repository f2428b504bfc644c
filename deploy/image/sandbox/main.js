import './apps/sandbox/dist/main.js';
