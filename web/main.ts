import './styles/page.css';
import { beginEngine } from './engine/first.ts';
import { showLoadFailure } from './load-failure.ts';
import { openWithTexts } from './locales/first.ts';

beginEngine();
openWithTexts(() => import('./components/page/ringlet-page.ts')).catch(showLoadFailure);
