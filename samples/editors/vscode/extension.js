// Starts `mdtypeset lsp` for Markdown files, and typesets the file in view as PDF on request.
const { execFile } = require("child_process");
const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async (context) => {
  const settings = workspace.getConfiguration("mdtypeset");
  const command = settings.get("command");
  const options = settings.get("options");
  const server = { command, args: ["lsp", ...options] };
  client = new LanguageClient("mdtypeset", server, { documentSelector: [{ scheme: "file", language: "markdown" }] });
  context.subscriptions.push(
    commands.registerCommand("mdtypeset.typeset", () => {
      const path = window.activeTextEditor?.document.fileName;
      if (!path) return;
      execFile(command, [path, ...options], (error, _, messages) => {
        if (error) window.showErrorMessage(messages || error.message);
        else window.showInformationMessage(`Typeset ${path.replace(/\.[^.]*$/, ".pdf")}`);
      });
    })
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
