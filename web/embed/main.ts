import '../styles/page.css';
import './frame.css';
import { beginEngine } from '../engine/first.ts';

beginEngine();
void import('./frame.ts');
