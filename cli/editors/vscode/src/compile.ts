// The command that shows the assembly which picac makes of a shader in another language, beside the shader.

import { execFile } from 'child_process';
import * as path from 'path';
import * as vscode from 'vscode';
import { chosenProgram } from './programs';

/** The scheme of the documents with results. Their path is that of the shader, with the suffix of assembly. */
export const SCHEME = 'pica200-picac';

/** More than picac writes for the largest shader that fits the machine, in bytes. */
const MOST_OUTPUT = 16 << 20;

/** What picac answered. */
interface Answer {
  /** The assembly, or undefined if picac failed. */
  assembly: string | undefined;
  /** Its diagnostics, or why it did not start. */
  messages: string;
}

/** Runs picac for a file. */
function compile(file: string): Promise<Answer> {
  const picac = chosenProgram('picac', 'picac.path');
  const words = ['--error-format=short', file, '-o', '-'];
  const options = { cwd: path.dirname(file), maxBuffer: MOST_OUTPUT };
  return new Promise((resolve) => {
    execFile(picac, words, options, (error, output, messages) => {
      if (error === null) {
        resolve({ assembly: output, messages });
      } else if (typeof error.code === 'number' && messages !== '') {
        resolve({ assembly: undefined, messages });
      } else {
        const reason = `picac does not run: ${error.message}. Install it, or set pica200.picac.path.`;
        resolve({ assembly: undefined, messages: reason });
      }
    });
  });
}

/** The shader that the command is for: its argument, else the document of the active editor or tab, which may be binary. */
function subject(given?: vscode.Uri): vscode.Uri | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const ofTab = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText ? input.uri : undefined;
  return given ?? vscode.window.activeTextEditor?.document.uri ?? ofTab;
}

/** The documents with results. A result is made again when its shader is saved. */
class Results implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly log = vscode.window.createOutputChannel('PICA200 compiler');
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(result: vscode.Uri): string {
    return this.texts.get(result.toString()) ?? '';
  }

  /** The document for a shader. */
  private of(shader: vscode.Uri): vscode.Uri {
    return shader.with({ scheme: SCHEME, path: `${shader.path}.vsh` });
  }

  /** Compiles a shader, and shows errors. Returns the document with its assembly, or undefined if it has errors. */
  private async make(shader: vscode.Uri): Promise<vscode.Uri | undefined> {
    const { assembly, messages } = await compile(shader.fsPath);
    this.log.clear();
    this.log.append(messages);
    if (assembly === undefined) {
      const [first] = messages.split('\n');
      const choice = vscode.window.showErrorMessage(first ?? messages, 'Show all');
      void choice.then((chosen) => chosen === undefined || this.log.show(true));
      return undefined;
    }
    const result = this.of(shader);
    this.texts.set(result.toString(), assembly);
    this.changed.fire(result);
    return result;
  }

  /** Compiles a shader as it is on disk, and shows its assembly beside it. */
  async show(given?: vscode.Uri): Promise<void> {
    const shader = subject(given);
    if (shader?.scheme !== 'file') {
      const text = 'Open a shader in WGSL, GLSL, HLSL, SPIR-V or DXBC that is saved, and run the command again.';
      void vscode.window.showWarningMessage(text);
      return;
    }
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === shader.toString());
    if (open?.isDirty === true && !(await open.save())) {
      void vscode.window.showWarningMessage('The shader is not saved, so picac cannot read it.');
      return;
    }
    const result = await this.make(shader);
    if (result === undefined) {
      return;
    }
    const document = await vscode.workspace.openTextDocument(result);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  /** Compiles a shader again whose result is shown. */
  async saved(shader: vscode.TextDocument): Promise<void> {
    if (shader.uri.scheme === 'file' && this.texts.has(this.of(shader.uri).toString())) {
      await this.make(shader.uri);
    }
  }

  closed(document: vscode.TextDocument): void {
    this.texts.delete(document.uri.toString());
  }

  dispose(): void {
    this.changed.dispose();
    this.log.dispose();
  }
}

/** The command, and what its documents need. */
export function compileBeside(): vscode.Disposable[] {
  const results = new Results();
  return [
    results,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, results),
    vscode.workspace.onDidSaveTextDocument((document) => results.saved(document)),
    vscode.workspace.onDidCloseTextDocument((document) => results.closed(document)),
    vscode.commands.registerCommand('pica200.compileBeside', (given?: vscode.Uri) => results.show(given)),
  ];
}
