import './styles/page.css';
import { beginEngine } from './engine/first.ts';
import { tellFailed } from './failed.ts';
import { openWithTexts } from './locales/first.ts';

beginEngine();
openWithTexts(() => import('./components/page/ringlet-page.ts')).catch(tellFailed);
