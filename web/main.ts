import './styles/page.css';
import { beginEngine } from './engine/first.ts';
import { tellFailed } from './failed.ts';

beginEngine();
import('./components/ringlet-page.ts').catch(tellFailed);
