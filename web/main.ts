import './styles/page.css';
import { beginEngine } from './engine/first.ts';
import { openWithTexts } from './locales/first.ts';

beginEngine();
void openWithTexts(() => import('./components/ringlet-page.ts'));
