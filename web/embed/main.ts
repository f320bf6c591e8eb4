import '../styles/page.css';
import './frame.css';
import { beginEngine } from '../engine/first.ts';
import { showLoadFailure } from '../load-failure.ts';
import { openWithTexts } from '../locales/first.ts';

beginEngine();
openWithTexts(() => import('./frame.ts')).catch(showLoadFailure);
