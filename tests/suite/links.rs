//! Links of the README and the documentation lead somewhere, and the documentation is whole as a book by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every page, by its path from the repository's root.
fn pages() -> BTreeMap<PathBuf, String> {
    let mut pages = BTreeMap::new();
    let mut folders = vec![PathBuf::from("docs")];
    pages.insert(PathBuf::from("README.md"), fs::read_to_string(root().join("README.md")).unwrap());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap().map(|entry| entry.unwrap()) {
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.insert(path, fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
    pages
}

/// The page without its blocks of code.
fn prose(page: &str) -> String {
    let page = format!("\n{page}");
    let parts: Vec<&str> = page.split("\n```").step_by(2).collect();
    parts.join("\n")
}

/// Where the page's links and pictures lead, those in code left out.
fn links(page: &str) -> Vec<String> {
    // The words of a link may be code, but where it leads is not.
    let prose = prose(page);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// What links to the page's headings are called.
pub fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let prose = prose(page);
    for heading in prose.lines().filter_map(|line| line.strip_prefix('#')) {
        let heading = heading.trim_start_matches('#').trim_start();
        let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || ['-', '_', ' '].contains(letter));
        let anchor: String = kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect();
        let again = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone()).chain(again).find(|anchor| !anchors.contains(anchor));
        anchors.extend(free);
    }
    anchors
}

/// The path without `..`.
fn without_detours(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(whole.pop(), "{} leads out of the repository", path.display()),
            part => whole.push(part),
        }
    }
    whole
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let pages = pages();
    let mut wrong = Vec::new();
    let mut followed = 0;
    for (path, page) in &pages {
        for link in links(page).iter().filter(|link| !link.is_empty() && !link.starts_with("https://")) {
            followed += 1;
            let (file, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor)));
            let target = match file {
                "" => path.clone(),
                file => without_detours(&path.parent().unwrap().join(file)),
            };
            let is_there = match anchor {
                None => root().join(&target).exists(),
                Some(anchor) => pages.get(&target).is_some_and(|page| anchors(page).contains(anchor)),
            };
            // Whoever reads the book has nothing but the book.
            if !is_there || path.starts_with("docs") && !target.starts_with("docs") {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(followed > 400 && wrong.is_empty(), "{followed} links; wrong:\n{}", wrong.join("\n"));
}

#[test]
fn the_book_has_every_page_once() {
    let pages = pages();
    let summary = &pages[Path::new("docs/SUMMARY.md")];
    let listed: Vec<PathBuf> = links(summary).iter().map(|link| Path::new("docs").join(link)).collect();
    let all: Vec<PathBuf> =
        pages.into_keys().filter(|path| path.starts_with("docs") && !path.ends_with("SUMMARY.md")).collect();
    let odd: Vec<&PathBuf> = all.iter().filter(|page| listed.iter().filter(|path| path == page).count() != 1).collect();
    assert!(odd.is_empty() && listed.len() == all.len(), "docs/SUMMARY.md does not list once: {odd:?}");
}

#[test]
fn every_picture_is_shown() {
    let shown: BTreeSet<PathBuf> = pages()
        .iter()
        .flat_map(|(path, page)| {
            links(page).into_iter().map(|link| path.parent().unwrap().join(link)).collect::<Vec<_>>()
        })
        .collect();
    let pictures = fs::read_dir(root().join("docs/pictures")).unwrap();
    for picture in pictures.map(|entry| Path::new("docs/pictures").join(entry.unwrap().file_name())) {
        assert!(shown.contains(&picture), "no page shows {}", picture.display());
    }
}
