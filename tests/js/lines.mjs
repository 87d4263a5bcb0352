// JSON Lines on standard input and output: each line answered as soon as it is whole.

const NEWLINE = 10;

// Writes what `answerLine` gives for the bytes of each line. The last one needs no newline.
export async function answerLines(answerLine) {
  // A reader that leaves is no error.
  process.stdout.on("error", () => process.exit(0));
  let rest = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    const bytes = Buffer.concat([rest, chunk]);
    const answers = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      answers.push(answerLine(bytes.subarray(start, end)));
      start = end + 1;
    }
    rest = bytes.subarray(start);
    // What came together is answered together; nothing waits for what is still to come.
    if (answers.length > 0) process.stdout.write(`${answers.join("\n")}\n`);
  }
  if (rest.length > 0) process.stdout.write(`${answerLine(rest)}\n`);
}
