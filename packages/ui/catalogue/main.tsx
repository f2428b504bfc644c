import './catalogue.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Catalogue } from './catalogue.tsx';
import { followStyles } from './pseudo-states.ts';

const root = document.getElementById('root');
if (!root) throw new TypeError('index.html has no #root');
followStyles();
createRoot(root).render(
  <StrictMode>
    <Catalogue />
  </StrictMode>,
);
