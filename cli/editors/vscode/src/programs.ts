// Where the programs are, by the settings.

import * as path from 'path';
import * as vscode from 'vscode';

/** The path of a program: that of the settings for the folder of programs, or its name. */
export function program(name: string): string {
  const folder = vscode.workspace.getConfiguration('pica200').get<string>('programs', '');
  return folder === '' ? name : path.join(folder, name);
}

/** The path of the language server, which has a setting of its own that counts first. */
export function server(): string {
  const chosen = vscode.workspace.getConfiguration('pica200').get<string>('server.path', '');
  return chosen === '' ? program('picals') : chosen;
}
