"""The texts of buttons and of headings above lists."""

from __future__ import annotations

from ..models.words import Words, say


class Label:
    """The words of the pages, by the names that templates use."""

    again = say("Choose again")
    alone = say(
        "What you have told does not fit what lies open now. In the menu, tell it again:"
        " only you are asked. If what lies open was noted wrong, have it taken back."
    )
    asks = say("Somebody asks for your consent")
    away = say(
        "No connection to the table: what you tap may not arrive. This page tries again by itself."
    )
    begun = say("You have chosen:")
    bot = say("bot")
    choose = say("Tap your choice")
    chosen = say("You have chosen; the others still choose:")
    confirm = say("Confirm")
    dock = say("Your seat")
    done = say("Done")
    give_back = say("Give the seat back")
    later = say("What came next")
    latest = say("What has happened")
    leave_out = say("It was noted wrong: leave it out")
    lessons = say("Your costliest choices once more")
    log = say("All lines so far")
    menu = say("Menu")
    moves = say("All moves")
    my_pieces = say("What I have told of my pieces")
    news = say("Since you last looked")
    no = say("No")
    no_whispers = say("This table plays without whispers.")
    note = say("A line that everybody has seen")
    on = say("Go on")
    open = say("All have looked: open the game again")
    open_anew = say("Let what was told be told anew once more")
    places = say("Seats")
    plays_instead = say(
        "A bot plays on instead of the phone that sits there, until the seat is given back."
    )
    scores = say("Scores")
    rules = say("The rules, with their rulings")
    show_code = say("Show the code")
    table = say("The table")
    turn = say("It is your turn")
    signs = say("Signs and values")
    silent = say("Play without telling the hand")
    sits = say("has sat down")
    stands = say("It was played so: let it stand")
    tell_again = say("You have told this; tap it anew if it was wrong:")
    tells = say("Tell the hand again")
    earlier = say("What came before")
    fix = say("Correct my last choice that nobody has seen")
    throw_out = say("Take the seat from that phone")
    thrown_out = say("The phone that sits there now is out at once.")
    tutor = say("The tutor says at once what a move has cost")
    take_back = say("Ask to take my last choice back")
    take_over = say("A bot takes over")
    unseat = say("Let another phone sit here")
    watch = say("Code to look on")
    whispers = say("Whispers, for you alone")
    whose = say("Whose chances")
    wrong = say("That did not work: please try again.")
    yes = say("Yes, I agree")
    yes_so = say("Yes, it was so")


LABEL = Label()
ASK: dict[str, Words] = {
    "hint": say("A hint"),
    "chances": say("Chances"),
    "best": say("Best moves"),
}
"""What a seat can ask for."""
QUESTIONS: dict[str, Words] = {
    "hint": say("hint"),
    "chances": say("chances"),
    "best": say("best"),
    "tutor": say("tutor"),
}
"""What these questions, and the one behind a move, are called at a prompt."""
