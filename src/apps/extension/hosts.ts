// Entry of hosts.html.
import { mount } from 'svelte';
import '../../ui/theme.css';
import '../../ui/components/utilities.css';
import './pages.css';
import Hosts from './Hosts.svelte';

mount(Hosts, { target: document.getElementById('app')! });
