import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { givenAnswers } from './api/given-answers.ts';
import { createStore } from './api/store.ts';
import { App, preload } from './app/app.tsx';
import './styles.css';

/** After it, that something loads is said. */
const patienceMs = 1_000;

async function start(root: HTMLElement): Promise<void> {
  const store = createStore(givenAnswers());
  setupListeners(store.dispatch);
  const isRendered = root.firstElementChild !== null;
  const ready = preload(store.dispatch, window.location, isRendered);
  const app = (
    <StrictMode>
      <Provider store={store}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Provider>
    </StrictMode>
  );
  // What the server has rendered stays in sight until the code is here.
  if (isRendered) {
    await ready;
    hydrateRoot(root, app);
    return;
  }
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  createRoot(root).render(app);
}

const root = document.getElementById('root');
if (root) void start(root);
