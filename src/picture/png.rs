//! A vector picture as one of pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct PngError(String);

/// How many pixels wide and high a unit of length is.
const SCALE: f32 = 2.0;

/// The content of a PNG file that shows what the SVG file does. Letters are those of a font of the system; without any
/// they are missing.
///
/// # Errors
/// [`PngError`] if the text is no SVG file, or asks for more pixels than there can be.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let mut options = Options::default();
    load_fonts(options.fontdb_mut());
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(SCALE);
    let mut pixels = size
        .and_then(|size| Pixmap::new(size.width(), size.height()))
        .ok_or_else(|| PngError("it is too large".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError(error.to_string()))
}

/// Loads the fonts of the system, and has one of them stand for all without serifs if none is named so.
fn load_fonts(fonts: &mut Database) {
    fonts.load_system_fonts();
    let plain = Query { families: &[Family::SansSerif], ..Query::default() };
    if fonts.query(&plain).is_some() {
        return;
    }
    let families = || fonts.faces().filter_map(|face| face.families.first()).map(|(name, _)| name);
    let fitting = families().filter(|name| name.contains("Sans")).min_by_key(|name| name.len());
    if let Some(family) = fitting.or_else(|| families().next()).cloned() {
        fonts.set_sans_serif_family(family);
    }
}
