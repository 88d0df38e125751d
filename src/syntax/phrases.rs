//! What people say elsewhere, and how this language says it, or that it cannot.
//!
//! A phrase is a row of items. `a|b` is either word, `<a|b>` the same and kept, `#` a number, `*` any one token, and `…`
//! all as far as the statement goes; these are kept too. An item with `?` after it may be absent. What was kept stands
//! for `$1`, `$2` and so on in what is to be written.

/// Where a phrase stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// At the beginning of a statement outside the phases.
    Outside,
    /// At the beginning of a statement in a phase.
    Phase,
    /// At the beginning of a line in a setup.
    Setup,
    /// After `board`.
    Shape,
    /// Where a move says its directions.
    Way,
    /// After the directions of a move.
    Clause,
    /// In a set, a number or a condition.
    Value,
}

/// How this language says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ours {
    /// What stands in its place.
    Write(&'static str),
    /// What to do: there is no word for it, or it cannot be said.
    Say(&'static str),
}

use Ours::{Say, Write};

const FORCE: &str = "whoever can capture must, if the captures stand first: `first { jump orthogonal over enemy } else { step orthogonal }`";
const CAPTURE: &str = "say how it captures: `jump orthogonal over enemy` takes the piece jumped, `step diagonal onto enemy, removing` the piece where it ends";
const CHANCE: &str = "the language has no dice, no cards and nothing else of chance: this cannot be said";
const ONE_MOVE: &str =
    "a turn is one move, and two moves in a turn cannot be said; a jump may go on, with `, may continue`";
const FROM: &str =
    "where a move begins cannot be said; a kind of piece has moves of its own, with `pieces` and `for KIND { … }`";
const POSITION: &str = "a move cannot depend on the position: `if` and `unless` ask about options; to prefer some moves where there are any, write `first { … } else { … }`";
const DISTANCE: &str = "a `step` goes one site and a `slide` any number; another distance cannot be said";
const KNIGHT: &str = "a leap as a knight makes it cannot be said; `jump orthogonal over pieces, keeping` goes over one piece beside it, to the site just beyond";
const STUCK_ONLY: &str = "a side passes only where it has no move: `stuck passes`; passing at will cannot be said";
const CHECK: &str = "check and checkmate cannot be said; the game can end when the king is taken: `win when count (enemy and king) == 0`";
const SHAPE: &str = "there is no word for this shape: cut it out of a grid, `board grid 7 by 7 { sites … }`, or draw it, `board points { … }`";
const CROWN: &str =
    "name the kinds of piece outside the phases, `pieces man, king`, and write here `promote man to king on row 8`";
const ENDS: &str = "say how it ends: `win when …`, `lose when …` or `draw \"NAME\" when …`";
const SCORE: &str = "no score is kept; captured pieces are counted: `win when captured >= 5`";
const NO_TURNS: &str = "turns go round by themselves, in the order of `sides`";
const VARIANT: &str = "to change another game, begin the file with `variant \"TITLE\" of \"FILE\" {`";
const SWAP: &str = "two pieces cannot change places; a jump can put a piece of one's own in the place of the piece jumped: `jump orthogonal over enemy, exchanging`";
const PLAIN_MOVE: &str =
    "write the move itself, such as `step orthogonal`: it is for the side whose turn it is, with one of its own pieces";
const AHEAD: &str = "rows are told by their numbers, as in `row 1`; where sides face somewhere, `nearest row` is a side's own end and `farthest row` the other";

/// The phrases of each place; of several that fit, the longest is meant, and of those the first.
static BOOK: &[(Place, &[(&str, Ours)])] = &[
    (
        Place::Outside,
        &[
            ("players|player|sides =? #", Say("name the sides, in turn order: `sides white, black`")),
            ("players|colours|colors|teams|armies|side|colour|color", Write("sides")),
            (
                "piece|kind|kinds|unit|type * {",
                Say(
                    "name the kinds in one line, `pieces man, king`, and give each its moves in a phase: `for king { … }`",
                ),
            ),
            ("piece|kind|kinds|unit|units|types|figures", Write("pieces")),
            ("start|begin|initial|position|startpos|init|placement {", Write("setup {")),
            ("start|begin|initial|position|startpos|init|setup map|with", Write("setup map")),
            (
                "start|begin|initial|position|startpos|init",
                Say("what stands where at the start is told in `setup { SIDE on SITES }`"),
            ),
            ("goal|goals|target|home|area|zone|squares|camp =", Write("region goal =")),
            ("goal|goals|target|home|area|zone|squares|camp {", Write("region goal {")),
            ("area|zone|squares", Write("region")),
            ("regions|areas|zones {", Say("each region has a statement of its own: `region NAME = SITES`")),
            ("regions", Write("region")),
            ("title|name", Say("the title stands in the file's first line: `game \"TITLE\" {`")),
            ("description|text|info|rules|summary|blurb", Write("about")),
            ("author|by|date|copyright|licence|license|credits", Say("who wrote it stands in a comment: `// by …`")),
            ("version|edition", Write("language")),
            ("variable|const|var|def|define|int|number|constant|static|integer|bool", Write("let")),
            (
                "function|func|fn|procedure|macro|proc|sub|method|class",
                Say("there are no functions; a number, a set or a condition gets a name with `let`"),
            ),
            ("import|include|use|extends|inherit|from|based", Say(VARIANT)),
            ("moves|rules|play|turn|turns|movement|action|actions|main|gameplay|loop|round {", Write("phase play {")),
            (
                "end|ending|endings|win|goal|goals|victory|result {",
                Say("endings stand in the phase that they end: `phase play { … win when … }`"),
            ),
            ("grid|hexagon #", Write("board $0")),
            (
                "size|dimensions|dimension|width|height",
                Say(
                    "the board's size stands after `board`, columns first: `board grid 8 by 8`; in a variant `set size = 6` chooses an option's value",
                ),
            ),
            ("parameter|param|setting|choice|config", Write("option")),
            ("assert|check|ensure", Write("require")),
            ("stage|step|round {", Write("phase play {")),
            ("stage", Write("phase")),
            ("score|scores|points|point", Say(SCORE)),
            ("dice|die|cards|card|deck|random|chance|roll", Say(CHANCE)),
            ("timer|clock|time", Say("time is not part of the rules, and cannot be said")),
            (
                "equipment|metadata|ruleset|mode",
                Say(
                    "a file's statements stand in the block of `game`, as in `board grid 8 by 8`; `boardwright new NAME` writes one to begin with",
                ),
            ),
        ],
    ),
    (
        Place::Phase,
        &[
            ("move|moves|walk|walks|go|goes|steps|moving", Write("step")),
            ("slides|glide|glides|ride|rides|sliding", Write("slide")),
            (
                "fly|flies|teleport|teleports",
                Say("a move to any empty site cannot be said; `slide adjacent` goes any way along empty sites"),
            ),
            ("leap|leaps|jump # by #", Say(KNIGHT)),
            ("knight|horse|leap|leaps like? a? knight?", Say(KNIGHT)),
            ("knight|horse", Say(KNIGHT)),
            ("hop|hops|jumps|leap|leaps|hopping|jumping|vault", Write("jump")),
            (
                "capture|captures|capturing|take|takes|taking|kill|kills|eat|eats|attack|attacks|beat|strike|hit",
                Say(CAPTURE),
            ),
            (
                "capture|captures|capturing|taking|jump|jumps|jumping is|are mandatory|compulsory|forced|obligatory|required",
                Say(FORCE),
            ),
            ("must capture|take|jump|step|slide|hop|move", Say(FORCE)),
            ("mandatory|compulsory|forced|force|obligatory|required", Say(FORCE)),
            ("drop|drops|put|puts|add|adds|places|insert|deploy|lay", Write("place")),
            ("delete|lift|removes|discard", Write("remove")),
            ("swap|swaps|switch|exchange|exchanges", Say(SWAP)),
            ("flip|flips|convert|converts|reverse|turn|turns over?", Say(SWAP)),
            ("push|pushes|pull|pulls|shove", Say("pushing and pulling cannot be said")),
            (
                "rotate|rotates|castle|stack|stacks|split|sow|sows|promote-all",
                Say("this cannot be said; a turn is one `place`, `remove`, `step`, `slide` or `jump`"),
            ),
            ("roll|rolls|throw|throws|dice|die|shuffle|deal|cards|card|random|flip coin", Say(CHANCE)),
            ("draw|draws|take a? card|cards", Say(CHANCE)),
            ("pass|passes|skip|skips", Say(STUCK_ONLY)),
            ("may|can pass|skip", Say(STUCK_ONLY)),
            ("king|crown|crowns|become|becomes|promotes|upgrade|queen", Say(CROWN)),
            ("promote|promotion on|when|at", Say(CROWN)),
            (
                "stalemate|blocked|immobile|stalemated|stuck is|=|means|:? a? lose|loses|loss|lost|loser",
                Write("stuck loses"),
            ),
            (
                "stalemate|blocked|immobile|stalemated|stuck is|=|means|:? a? draw|draws|drawn|tie|ties",
                Write("stuck draws"),
            ),
            (
                "stalemate|blocked|immobile|stalemated|stuck is|=|means|:? a? pass|passes|skip|skips",
                Write("stuck passes"),
            ),
            ("no|without legal? move|moves is|=|means? a? lose|loses|loss|lost", Write("stuck loses")),
            ("no|without legal? move|moves is|=|means? a? draw|draws|drawn|tie", Write("stuck draws")),
            ("no|without legal? move|moves is|=|means? a? pass|passes|skip|skips", Write("stuck passes")),
            ("when|if|a|the? a|the? stuck|blocked side|player? then? lose|loses|loss", Write("stuck loses")),
            ("when|if|a|the? a|the? stuck|blocked side|player? then? draw|draws|tie", Write("stuck draws")),
            ("when|if|a|the? a|the? stuck|blocked side|player? then? pass|passes|skip|skips", Write("stuck passes")),
            (
                "stuck win|wins|winner|victory",
                Say("that a side without a move wins cannot be said: it `loses`, `passes` or `draws`"),
            ),
            ("checkmate|check|mate", Say(CHECK)),
            ("wins|winner|winning|victory", Write("win")),
            ("loss|losing|defeat|loser", Write("lose")),
            ("tie|ties|drawn|remis", Write("draw")),
            ("draw|tie when|if", Write("draw \"drawn\" when")),
            ("draw|tie after|in # move|moves|turn|turns|ply|plies", Write("draw \"after $1 turns\" when turns >= $1")),
            ("draw|tie by|on|at threefold? repetition", Write("draw \"repetition\" when repeats >= 3")),
            (
                "repeat|repetition|repeats # times? is|=? draw|draws|drawn",
                Write("draw \"repetition\" when repeats >= $1"),
            ),
            ("reach|reaches|reaching …", Write("win when count (own and $1) > 0")),
            (
                "goal|goals|objective|target|aim",
                Say(
                    "say what wins: `win when count (own and row 8) > 0` for a piece on row 8, `win when count enemy == 0` for all enemies taken",
                ),
            ),
            ("# in a? row|line wins?", Write("win when longest adjacent of own >= $1")),
            ("line|row of # wins?", Write("win when longest adjacent of own >= $1")),
            ("game|end|ends|over|finish|stop|terminate|gameover over|ends|end?", Say(ENDS)),
            ("end|next turn|player|side?", Say(NO_TURNS)),
            ("score|scores|point|points", Say(SCORE)),
            (
                "each|every|a|an|one|the|any|each? player|players|side|sides|piece|pieces|stone|stones|they|you may|can|must|only? move|moves|step|steps|walk|walks|go|goes …",
                Write("step $1"),
            ),
            ("each|every|a|an|one|the|any|your|my|all", Say(PLAIN_MOVE)),
            ("player|players|piece|pieces|side|sides|stone|stones|you|they", Say(PLAIN_MOVE)),
            ("can|may|please|then|now|also <step|slide|jump|place|remove>", Write("$1")),
            ("rem|comment|note|remark", Say("a comment begins with `//`")),
            (
                "repeat|again|twice|while|loop",
                Say("this cannot be said; a phase goes on by itself, turn after turn, until an ending holds"),
            ),
            ("print|show|display|log|message", Say("the program shows the board itself; this cannot be said")),
            ("priority|prefer|prioritize|prioritise {", Write("first {")),
            ("priority|prefer", Say(FORCE)),
            ("variable|const|var|def|define|int", Write("let")),
            ("otherwise|elif|elsif|elseif|then|or {", Write("else {")),
        ],
    ),
    (
        Place::Setup,
        &[
            ("own|mine|enemy|ally|me|you", Say("here a side is called by its name, as in `white on row 1`")),
            (
                "pieces|stones|men|pawns|checkers|counters # on|at",
                Say("say whose they are: `white on row 1`; as many stand there as there are sites"),
            ),
            ("* # on|at|in", Write("$1 on")),
            ("* pieces|stones|men|counters|tokens|checkers on|at|in", Write("$1 on")),
            ("all|both|each|everyone sides|players|side|player? on|at|in", Write("every side on")),
            ("all|both|each|everyone sides|players|side|player? holds|has|have|gets", Write("every side holds")),
            ("place|put|add|drop|set a? * on|at|in", Write("$1 on")),
            ("# *", Write("$2 holds $1")),
            ("* hand|reserve|stock|pool|supply|with #", Write("$1 holds $2")),
            ("* holds|has|have|gets # pieces|stones|men|counters|tokens", Write("$1 holds $2")),
            ("* row #", Write("$1 on row $2")),
            ("player|players", Say("here a side is called by its name, as in `white on row 1`")),
            ("empty|none|nothing|free", Say("a site on which nothing is put is empty: leave the line out")),
        ],
    ),
    (
        Place::Shape,
        &[
            (
                "square|squares|chess|chessboard|checkerboard|draughts|size|rect|rectangle|rectangular|squared|dimensions|matrix|of|=? grid? # by|x|*|,|and? #",
                Write("grid $1 by $2"),
            ),
            (
                "square|squares|chess|chessboard|checkerboard|draughts|size|rect|rectangle|squared|dimensions|matrix|of|=? grid? #",
                Write("grid $1 by $1"),
            ),
            ("grid? ( # ,|x|*|by # )", Write("grid $1 by $2")),
            ("grid? # rows|row|high by|x|,|and? # columns|column|cols|wide", Write("grid $2 by $1")),
            ("grid? # columns|column|cols|wide by|x|,|and? # rows|row|high", Write("grid $1 by $2")),
            ("chess|chessboard|checkers|checkerboard|draughts|draughtboard", Write("grid 8 by 8")),
            ("hex|hexagonal|hexagons|hexes|honeycomb|hexagon =? #", Write("hexagon $1")),
            (
                "hex|hexagonal|hexagons|hexes|honeycomb|hexagon # by|x #",
                Say("a hexagon has one size, the number of sites along an edge: `board hexagon 4`"),
            ),
            ("triangle|triangular|circle|circular|round|cross|star|ring|diamond|torus|cylinder", Say(SHAPE)),
            (
                "graph|net|network|custom|nodes|lines|points #",
                Say("a net of points is drawn: `board points { lines a1 b1 c1 }`, a statement for each line"),
            ),
            ("graph|net|network|custom|nodes", Write("points")),
        ],
    ),
    (
        Place::Way,
        &[
            ("vertical|vertically|up-down", Say("write a statement for each way: `step north` and `step south`")),
            ("horizontal|horizontally", Say("write a statement for each way: `step east` and `step west`")),
            ("vertical|vertically and|or|, horizontal|horizontally", Write("orthogonal")),
            ("horizontal|horizontally and|or|, vertical|vertically", Write("orthogonal")),
            ("up and|or|, down", Say("write a statement for each way: `step north` and `step south`")),
            ("left and|or|, right", Say("write a statement for each way: `step east` and `step west`")),
            ("up and|or|,? down and|or|,? left and|or|,? right", Write("orthogonal")),
            ("up|upward|upwards", Write("north")),
            ("down|downward|downwards", Write("south")),
            ("left|leftward|leftwards", Write("west")),
            ("right|rightward|rightwards", Write("east")),
            ("<north|south> - <east|west>", Write("$1$2")),
            ("<north|south> <east|west>", Write("$1$2")),
            ("north_east|ne|north_eastern", Write("northeast")),
            ("north_west|nw", Write("northwest")),
            ("south_east|se", Write("southeast")),
            ("south_west|sw", Write("southwest")),
            ("in|to? any|every|all|each direction|directions|way|ways|side|sides|where?", Write("adjacent")),
            (
                "anywhere|everywhere",
                Say(
                    "any way along empty sites is `slide adjacent`, to a site beside it `step adjacent`; further than that a move cannot go",
                ),
            ),
            ("diagonally", Write("diagonal")),
            ("orthogonally|orthogonals", Write("orthogonal")),
            (
                "straight",
                Say(
                    "along rows and columns is `orthogonal`; straight ahead, where sides face somewhere, `forward orthogonal`",
                ),
            ),
            ("like|as? a? king|queen", Write("adjacent")),
            ("like|as? a? rook|tower", Write("orthogonal")),
            ("like|as? a? bishop", Write("diagonal")),
            ("like|as? a? knight|horse", Say(KNIGHT)),
            ("like|as a? *", Say("say the directions themselves, such as `forward orthogonal`")),
            ("forwards|ahead|onward|onwards", Write("forward")),
            ("backwards|back|behind", Write("backward")),
            ("sideway|sidewards|sidewise|sidestep", Write("sideways")),
            ("orthogonal or|and|, diagonal", Write("adjacent")),
            ("diagonal or|and|, orthogonal", Write("adjacent")),
            ("a|an|the|any|one|own|your piece|stone|man|pieces|stones", Write("")),
            ("a|an|the|one|1 square|space|cell|site|place|step", Write("")),
            ("one|1", Write("")),
            ("#", Say(DISTANCE)),
            ("twice|thrice|double", Say(ONE_MOVE)),
            ("to|into|onto|on", Say("a move names its directions first, as in `step adjacent onto empty`")),
            ("over", Say("a move names its directions first, as in `jump orthogonal over enemy`")),
            ("from", Say(FROM)),
            ("(", Say("a move is written without brackets, as in `jump orthogonal over enemy`")),
        ],
    ),
    (
        Place::Clause,
        &[
            ("must capture|take|eat|kill|be", Say(FORCE)),
            ("mandatory|compulsory|forced|obligatory|required", Say(FORCE)),
            (
                ", capture|captures|capturing|taking|take|takes|kill|killing|eat|eating|remove|removes|removed it|them|enemy|piece?",
                Write(", removing"),
            ),
            (
                "and|then|to|by capture|captures|capturing|taking|take|takes|kill|remove|removing|removes it|them|enemy?",
                Write(", removing"),
            ),
            ("capture|captures|capturing|taking|take|takes|kill|killing|remove it|them?", Write(", removing")),
            (
                ", multiple|multi|again|repeat|repeats|repeatedly|repeated|chain|chains|continues|continuing|multijump|many|more times|jumps?",
                Write(", may continue"),
            ),
            (
                ", can|could|may continue|jump|repeat|go|hop|capture|move|jumps again|on|jumping|further|more?",
                Write(", may continue"),
            ),
            (", must continue|jump|go|hop|repeat|move again|on|jumping|further", Write(", must continue")),
            (", may continue jumping|again|on|capturing", Write(", may continue")),
            (
                ", continue",
                Say("write `, may continue` if the piece may go on jumping, `, must continue` if it has to"),
            ),
            ("from", Say(FROM)),
            ("when|while|whenever|where|only|provided", Say(POSITION)),
            ("unless|if own|enemy|empty|count|stuck|captured|on", Say(POSITION)),
            ("up|at|max|maximum|at|exactly|no|least|minimum", Say(DISTANCE)),
            ("1|one square|squares|space|cell|site|step|place|time?", Write("")),
            ("#", Say(DISTANCE)),
            ("any|all|unlimited distance|squares|number|way|far", Write("")),
            ("until blocked|stopped|stuck|edge|piece", Write("")),
            ("as far as possible|it|they can? |go?", Write("")),
            ("twice|thrice|double|times", Say(ONE_MOVE)),
            ("then|and|, then? <step|slide|jump|place|remove> again", Say(ONE_MOVE)),
            ("then", Say(ONE_MOVE)),
            ("or <step|slide|jump|place|remove>", Write("; $1")),
            (", or? <step|slide|jump|place|remove>", Write("; $1")),
            (", and? not", Write(" and not")),
            (", and", Write(" and")),
            (", or", Write(" or")),
            (
                ", longest|most|maximum|max|largest",
                Say(
                    "to make a side choose the move that captures most, write below the moves `choose most count jumped`",
                ),
            ),
            ("through|across|over empty|free", Say("a slide goes over empty sites without saying so: leave it out")),
            ("twice", Say(ONE_MOVE)),
            ("to|into|upon", Write("onto")),
            ("across|past", Write("over")),
            ("anywhere|everywhere", Write("")),
            ("swapping|converting|flipping|replacing|swap|convert|flip", Write("exchanging")),
        ],
    ),
    (
        Place::Value,
        &[
            ("any|every|all|a|an? piece|pieces|stone|stones|man", Write("pieces")),
            (
                "the|a|an|another|your|my opponent|opponents|enemy|enemies|foe|rival piece|pieces|stone|stones|man|men?",
                Write("enemy"),
            ),
            (
                "opponent|opponents|enemy|enemies|foe|foes|rival|hostile piece|pieces|stone|stones|man|men",
                Write("enemy"),
            ),
            ("friendly|friend|my|mine|your|own piece|pieces|stone|stones|man|men", Write("own")),
            (
                "free|vacant|unoccupied|blank|empty|open square|squares|cell|cells|site|sites|field|fields|space|spaces|tile|tiles|spot|spots|point|points",
                Write("empty"),
            ),
            ("occupied|taken|full square|squares|cell|cells|site|sites|field|fields|space|spaces", Write("pieces")),
            ("the <own|empty|pieces|corners|edge|centre>", Write("$1")),
            ("# in a? row|line", Write("longest adjacent of own >= $1")),
            ("line|row|lines|rows of? #", Write("longest adjacent of own >= $1")),
            ("longest row|line|run|chain|streak of", Write("longest adjacent of")),
            ("longest <own|enemy|pieces>", Write("longest adjacent of $1")),
            (
                "all|every enemy|enemies|opponents|opponent pieces|stones? are|is? captured|taken|removed|gone|dead",
                Write("count enemy == 0"),
            ),
            (
                "capture|captures|captured|take|takes|taken|capturing # piece|pieces|stones|men?",
                Write("captured >= $1"),
            ),
            ("player|side|own? has|have|gets|scores # point|points", Write("captured >= $1")),
            ("size|number|amount|total|sum|quantity of? own|my pieces|stones|men", Write("count own")),
            ("size|number|amount|total|sum|quantity of? enemy|opponent pieces|stones|men", Write("count enemy")),
            ("size|number|amount|total|sum|quantity of", Write("count")),
            ("count of|the", Write("count")),
            ("len|length|size|sum|total (", Write("count (")),
            ("king|royal is? captured|dead|taken|lost|gone", Say(CHECK)),
            ("next|adjacent|close|beside|near|touching|bordering to|by", Write("adjacent to")),
            ("near|beside|touching|bordering|neighbouring|neighboring", Write("adjacent to")),
            ("neighbour|neighbours|neighbor|neighbors of|to", Write("adjacent to")),
            ("bottom row|rank", Write("row 1")),
            ("home|back|last|far|final|end|opposite|other|first|top row|rank|rows", Say(AHEAD)),
            ("rows # and|or|, #", Write("(row $1 or row $2)")),
            ("rows|row # to|through|until #", Say("write each row, joined by `or`: `row 1 or row 2 or row 3`")),
            ("row #, #", Write("(row $1 or row $2)")),
            ("row # , row #", Write("(row $1 or row $2)")),
            ("row # , #", Write("(row $1 or row $2)")),
            ("column * , column? *", Write("(column $1 or column $2)")),
            ("dark|black squares|cells|fields|sites", Write("even")),
            ("light|white squares|cells|fields|sites", Write("odd")),
            ("board|everywhere|anywhere|whole", Say("the sites of the whole board are `even or odd`")),
            ("reach|reaches|reaching …", Write("count (own and $1) > 0")),
            ("checkmate|check|mate|checkmated", Say(CHECK)),
            ("dice|die|random|roll", Say(CHANCE)),
            (
                "hand|reserve|inhand",
                Say(
                    "how many pieces a side has in hand cannot be read; a phase that ends when they are placed is `phase placement, until nobody can move`",
                ),
            ),
            (
                "any|all|anything|everything|something",
                Say("for every piece write `pieces`, for every empty site `empty`"),
            ),
            ("opponent|opponents|foe|foes|enemies|rival", Write("enemy")),
            ("friend|friends|mine|my|friendly|me|self", Write("own")),
            ("free|vacant|blank|unoccupied|open", Write("empty")),
            ("piece|stones|men|occupied", Write("pieces")),
            ("middle|center", Write("centre")),
            ("border|boundary|rim|side_row", Write("edge")),
            ("score|captures|points|point|capture|taken", Write("captured")),
            ("repetition|repetitions|repeated|repeat", Write("repeats")),
            ("moves|plies|rounds|ply|round|move", Write("turns")),
            ("true|True|TRUE", Write("yes")),
            ("false|False|FALSE", Write("no")),
            (
                "stalemate|stalemated",
                Say(
                    "a side without a move is dealt with by a statement of its own: `stuck loses`, `stuck passes` or `stuck draws`",
                ),
            ),
        ],
    ),
];

/// A phrase found.
pub(super) struct Found {
    /// How many tokens it takes.
    pub length: usize,
    pub ours: Ours,
    /// What was kept of it.
    kept: Vec<String>,
}

impl Found {
    /// What is to be written, with what was kept in its place; `whole` is the phrase as it stands.
    pub fn fill(&self, text: &str, whole: &str) -> String {
        let kept = self.kept.iter().enumerate().map(|(at, kept)| (format!("${}", at + 1), kept.as_str()));
        let filled = std::iter::once(("$0".to_owned(), whole)).chain(kept);
        filled.fold(text.to_owned(), |text, (sign, kept)| text.replace(&sign, kept))
    }
}

/// The phrase of the place that the tokens begin with, if it takes more than `least` of them.
pub(super) fn find(place: Place, tokens: &[&str], least: usize) -> Option<Found> {
    let (_, phrases) = BOOK.iter().find(|(known, _)| *known == place)?;
    let found = phrases.iter().filter_map(|&(phrase, ours)| {
        let mut kept = Vec::new();
        let length = fits(&phrase.split(' ').collect::<Vec<_>>(), tokens, &mut kept)?;
        (length > least).then_some(Found { length, ours, kept })
    });
    found.reduce(|best, next| if next.length > best.length { next } else { best })
}

/// How many of the tokens the items take, if they begin with such.
fn fits(items: &[&str], tokens: &[&str], kept: &mut Vec<String>) -> Option<usize> {
    let Some((&item, rest)) = items.split_first() else { return Some(0) };
    let (item, may_lack) = item.strip_suffix('?').map_or((item, false), |item| (item, true));
    let before = kept.len();
    if let Some(width) = takes(item, tokens, kept)
        && let Some(more) = fits(rest, &tokens[width..], kept)
    {
        return Some(width + more);
    }
    kept.truncate(before);
    if may_lack { fits(rest, tokens, kept) } else { None }
}

/// How many of the tokens one item takes.
fn takes(item: &str, tokens: &[&str], kept: &mut Vec<String>) -> Option<usize> {
    let first = tokens.first()?;
    let is_word = first.starts_with(|c: char| c.is_ascii_alphabetic());
    match item {
        "…" => {
            let all = tokens.join(" ");
            kept.push(if tokens.contains(&"or") { format!("({all})") } else { all });
            Some(tokens.len())
        }
        "*" if is_word => {
            kept.push((*first).to_owned());
            Some(1)
        }
        "#" => {
            kept.push(number(first)?);
            Some(1)
        }
        _ => {
            let (words, is_kept) = item
                .strip_prefix('<')
                .and_then(|item| item.strip_suffix('>'))
                .map_or((item, false), |item| (item, true));
            let lower = first.to_lowercase();
            let is_one = words.split('|').any(|word| word == lower || word == *first);
            if is_one && is_kept {
                kept.push(lower);
            }
            is_one.then_some(1)
        }
    }
}

/// A number in digits, or as people write small ones.
fn number(token: &str) -> Option<String> {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let lower = token.to_lowercase();
    let word = WORDS.iter().position(|word| *word == lower).map(|at| at.to_string());
    word.or_else(|| (!token.is_empty() && token.chars().all(|c| c.is_ascii_digit())).then(|| token.to_owned()))
}

/// What is said of a single word in an expression.
pub(super) fn of_value(word: &str) -> Option<Found> {
    find(Place::Value, &[word], 0)
}

/// Whether the word is said elsewhere for something, so that it is no misspelling of another.
pub(super) fn is_known(word: &str) -> bool {
    BOOK.iter().any(|&(place, _)| find(place, &[word], 0).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(place: Place, said: &str) -> String {
        let tokens: Vec<&str> = said.split(' ').collect();
        match find(place, &tokens, 0) {
            Some(found) => match found.ours {
                Write(text) => found.fill(text, said),
                Say(text) => text.to_owned(),
            },
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn the_longest_phrase_is_meant_and_its_parts_are_kept() {
        assert_eq!(written(Place::Way, "up"), "north");
        assert_eq!(written(Place::Way, "up , down , left , right"), "orthogonal");
        assert_eq!(written(Place::Way, "north - east"), "northeast");
        assert_eq!(written(Place::Value, "three in a row"), "longest adjacent of own >= 3");
        assert_eq!(written(Place::Value, "reaches row 6"), "count (own and row 6) > 0");
        assert_eq!(written(Place::Shape, "square 8"), "grid 8 by 8");
        assert_eq!(written(Place::Shape, "grid ( 8 , 6 )"), "grid 8 by 6");
        assert_eq!(written(Place::Setup, "white 8 on row 1"), "white on");
        assert_eq!(written(Place::Setup, "quite another thing"), "nothing");
    }
}
