/* global importScripts, SelfieSegmentation */
// Tells a person from the background, picture by picture, and blurs the latter. A worker of its own: the library may build code at
// run time (the server's header of this file says so), which pages may not, and its work never holds up a page.

const BLUR_PX = 14;
const HOME = '/blur/';

// In workers the library loads its data as scripts. As far as it looks it is on a page here: it makes canvases, and adds scripts.
self.window = self;
self.document = {
  createElement: (name) => (name === 'canvas' ? new OffscreenCanvas(1, 1) : scriptShim()),
  addEventListener() {},
  removeEventListener() {},
  querySelector: () => null,
  body: { appendChild: (script) => script.run() },
};

function scriptShim() {
  let src = '';
  let onLoad = () => {};
  return {
    setAttribute: (name, value) => {
      if (name === 'src') src = value;
    },
    addEventListener: (name, listener) => {
      if (name === 'load') onLoad = listener;
    },
    run: () => {
      importScripts(src);
      onLoad();
    },
  };
}

importScripts(`${HOME}selfie_segmentation.js`);

const library = new SelfieSegmentation({ locateFile: (name) => HOME + name });
library.setOptions({ modelSelection: 1, selfieMode: false });

const canvas = new OffscreenCanvas(1, 1);
const pen = canvas.getContext('2d');

library.onResults(({ image, segmentationMask }) => {
  Object.assign(canvas, { width: image.width, height: image.height });
  pen.filter = 'blur(2px)';
  pen.drawImage(segmentationMask, 0, 0, canvas.width, canvas.height);
  pen.filter = 'none';
  pen.globalCompositeOperation = 'source-in';
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  pen.globalCompositeOperation = 'destination-over';
  pen.filter = `blur(${BLUR_PX}px)`;
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  pen.filter = 'none';
  pen.globalCompositeOperation = 'source-over';
});

const ready = library.initialize();
ready.then(
  () => self.postMessage({ is: 'ready' }),
  (error) => self.postMessage({ is: 'failed', why: String(error) }),
);

self.onmessage = async ({ data: picture }) => {
  try {
    await ready;
    // The library draws canvases only.
    const input = new OffscreenCanvas(picture.width, picture.height);
    input.getContext('2d').drawImage(picture, 0, 0);
    picture.close();
    await library.send({ image: input });
    const blurred = canvas.transferToImageBitmap();
    self.postMessage({ is: 'picture', picture: blurred }, [blurred]);
  } catch (error) {
    self.postMessage({ is: 'failed', why: String(error) });
  }
};
