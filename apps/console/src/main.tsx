import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { createStore } from './api/store.ts';
import { App, preload } from './app/app.tsx';
import './styles.css';

/** After it, that something loads is said. */
const patienceMs = 1_000;

async function start(root: HTMLElement): Promise<void> {
  const store = createStore();
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([preload(store.dispatch, window.location), late]);
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
