import './apps/bff/dist/main.js';
