import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { createStore } from './api/store.ts';
import { App, preload } from './app/app.tsx';
import './styles.css';

const root = document.getElementById('root');
if (root) {
  const store = createStore();
  preload(store.dispatch, window.location);
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
