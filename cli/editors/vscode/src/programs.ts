// Where the programs are, by the settings.

import * as path from 'path';
import * as vscode from 'vscode';

/** The path of a program: that of the settings for the folder of programs, or its name. */
export function program(name: string): string {
  const folder = vscode.workspace.getConfiguration('pica200').get<string>('programs', '');
  return folder === '' ? name : path.join(folder, name);
}

/** The path of a program that also has a setting of its own, which counts first. */
export function chosenProgram(name: string, setting: string): string {
  const chosen = vscode.workspace.getConfiguration('pica200').get<string>(setting, '');
  return chosen === '' ? program(name) : chosen;
}
