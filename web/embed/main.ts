import '../styles/page.css';
import './frame.css';
import { beginEngine } from '../engine/first.ts';
import { openWithTexts } from '../locales/first.ts';

beginEngine();
void openWithTexts(() => import('./frame.ts'));
