// Starts the language server picals, and offers tasks and commands that run the other programs.

import * as path from 'path';
import * as vscode from 'vscode';
import {
  ExecuteCommandRequest,
  LanguageClient,
  type Location,
  type Middleware,
  type Position,
  type ServerOptions,
} from 'vscode-languageclient/node';
import { compileBeside } from './compile';
import { program, server } from './programs';

let client: LanguageClient | undefined;

/** Lets lenses show references: the arguments of the command become those that the editor takes. */
const middleware: Middleware = {
  async provideCodeLenses(document, token, next) {
    const lenses = await next(document, token);
    const convert = client?.protocol2CodeConverter;
    for (const { command } of lenses ?? []) {
      if (convert !== undefined && command?.command === 'editor.action.showReferences') {
        const [uri, position, locations] = command.arguments as [string, Position, Location[]];
        command.arguments = [convert.asUri(uri), convert.asPosition(position), locations.map(convert.asLocation)];
      }
    }
    return lenses;
  },
};

/** Starts the server. A server that cannot be started leaves colours and tasks usable. */
async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('pica200');
  const run: ServerOptions = { command: server() };
  const options = {
    // Not the results of the compiler, which nobody edits.
    documentSelector: ['file', 'untitled'].map((scheme) => ({ scheme, language: 'pica200' })),
    middleware,
    initializationOptions: settings,
    synchronize: { configurationSection: 'pica200' },
  };
  client = new LanguageClient('pica200', 'PICA200', run, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showWarningMessage(
      `picals does not start: ${reason}. Install it, or set pica200.server.path.`,
    );
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

/** The assembly of a shader in another language, from the server. */
async function translate(shader: vscode.Uri): Promise<string> {
  if (client === undefined) {
    throw new Error('picals does not run. Install it, or set pica200.server.path, and restart the language server.');
  }
  const given = [client.code2ProtocolConverter.asUri(shader)];
  return client.sendRequest(ExecuteCommandRequest.type, { command: 'pica200.compile', arguments: given });
}

/** What a task of the type `pica200` says. */
interface Definition extends vscode.TaskDefinition {
  program: string;
  args?: string[];
}

/** The task for a definition. */
function task(definition: Definition, scope: vscode.WorkspaceFolder | vscode.TaskScope): vscode.Task {
  const words = ['--error-format=short', ...(definition.args ?? [])];
  const execution = new vscode.ProcessExecution(program(definition.program), words);
  const shown = (definition.args ?? []).map((word) => vscode.workspace.asRelativePath(word, false));
  const name = [definition.program, ...shown].join(' ');
  const matchers = ['$pica200', '$pica200-others', '$pica200-file'];
  return new vscode.Task(definition, scope, name, 'pica200', execution, matchers);
}

/** A task that links the source of the active editor. */
const tasks: vscode.TaskProvider = {
  provideTasks() {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'pica200' || document.uri.scheme !== 'file') {
      return [];
    }
    const source = document.uri.fsPath;
    const output = path.join(path.dirname(source), `${path.parse(source).name}.shbin`);
    const definition = { type: 'pica200', program: 'picald', args: [source, '-o', output] };
    const link = task(definition, vscode.workspace.getWorkspaceFolder(document.uri) ?? vscode.TaskScope.Workspace);
    link.group = vscode.TaskGroup.Build;
    return [link];
  },
  resolveTask(given) {
    return task(given.definition as Definition, given.scope ?? vscode.TaskScope.Workspace);
  },
};

/** Runs the tests in a file, as a task: its terminal stays open when the program ends. */
async function runTests(file?: string): Promise<void> {
  const chosen = file ?? vscode.window.activeTextEditor?.document.uri.fsPath;
  if (chosen === undefined) {
    void vscode.window.showWarningMessage('Open a file of tests, whose name ends in .toml, and run the command again.');
    return;
  }
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(chosen));
  const definition = { type: 'pica200', program: 'picarun', args: ['--test', chosen] };
  await vscode.tasks.executeTask(task(definition, folder ?? vscode.TaskScope.Workspace));
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    ...compileBeside(translate),
    vscode.tasks.registerTaskProvider('pica200', tasks),
    vscode.commands.registerCommand('pica200.runTests', runTests),
    vscode.commands.registerCommand('pica200.restart', async () => {
      await stop();
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}
