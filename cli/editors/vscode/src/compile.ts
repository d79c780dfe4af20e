// The command that shows the assembly of a shader in another language beside it.

import * as vscode from 'vscode';

/** The scheme of the documents with results. Their path is that of the shader, with the suffix of assembly. */
export const SCHEME = 'pica200-assembly';

/** Translates a shader to assembly. An error has the messages of the compiler. */
export type Translate = (shader: vscode.Uri) => Promise<string>;

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

  constructor(private readonly translate: Translate) {}

  provideTextDocumentContent(result: vscode.Uri): string {
    return this.texts.get(result.toString()) ?? '';
  }

  /** The document for a shader. */
  private of(shader: vscode.Uri): vscode.Uri {
    return shader.with({ scheme: SCHEME, path: `${shader.path}.vsh` });
  }

  /** Compiles a shader, and shows errors. Returns the document with its assembly, or undefined if it has errors. */
  private async make(shader: vscode.Uri): Promise<vscode.Uri | undefined> {
    this.log.clear();
    try {
      const result = this.of(shader);
      this.texts.set(result.toString(), await this.translate(shader));
      this.changed.fire(result);
      return result;
    } catch (error) {
      const messages = error instanceof Error ? error.message : String(error);
      this.log.append(messages);
      const [first] = messages.split('\n');
      const choice = vscode.window.showErrorMessage(first ?? messages, 'Show all');
      void choice.then((chosen) => chosen === undefined || this.log.show(true));
      return undefined;
    }
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
      void vscode.window.showWarningMessage('The shader is not saved, so it cannot be compiled.');
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
export function compileBeside(translate: Translate): vscode.Disposable[] {
  const results = new Results(translate);
  return [
    results,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, results),
    vscode.workspace.onDidSaveTextDocument((document) => results.saved(document)),
    vscode.workspace.onDidCloseTextDocument((document) => results.closed(document)),
    vscode.commands.registerCommand('pica200.compileBeside', (given?: vscode.Uri) => results.show(given)),
  ];
}
