import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { store } from './api/store.ts';
import { App } from './app/app.tsx';
import { preloadScreen } from './app/find-screen.ts';
import './styles.css';

// Zod is loaded with the contracts of actions. By default, it probes for `eval`, which the content security
// policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

setupListeners(store.dispatch);
preloadScreen(window.location.pathname);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  );
