// A style sheet that is loaded with its part of the page (build.mjs makes it of `import 'x.css?later'`).

export function addSheet(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
