package loyalty

import (
	"slices"
	"strings"
)

// FirstStep is a step with which a new business gets ready for its customers.
type FirstStep string

// The first steps, in their order.
const (
	StepLook     FirstStep = "LOOK"     // the colour or the logo
	StepLegal    FirstStep = "LEGAL"    // who is responsible for the data
	StepTargets  FirstStep = "TARGETS"  // what a card gives
	StepPoster   FirstStep = "POSTER"   // the poster with the registration QR
	StepStaff    FirstStep = "STAFF"    // a second account
	StepCustomer FirstStep = "CUSTOMER" // the first customer
	StepPaper    FirstStep = "PAPER"    // stamps of paper cards, entered or imported
	StepStamp    FirstStep = "STAMP"    // the first visit
)

// firstStepsHidden is the mark of a business whose owner has dismissed the first steps.
const firstStepsHidden FirstStep = "HIDDEN"

// FirstSteps returns all first steps in their order.
func FirstSteps() []FirstStep {
	return []FirstStep{StepLook, StepLegal, StepTargets, StepPoster, StepStaff, StepCustomer, StepPaper, StepStamp}
}

// CanBeMarked reports whether the owner may say that the step is done, because the data cannot tell: a business of one
// person needs no other account. The others are done when the data say so.
func (s FirstStep) CanBeMarked() bool {
	return slices.Contains([]FirstStep{StepLook, StepTargets, StepPoster, StepStaff, StepPaper}, s)
}

// FirstStepMarks are the steps that the owner has marked, and whether the steps are hidden: words in alphabetical
// order with spaces between them.
type FirstStepMarks string

// ParseFirstStepMarks returns the marks in a text of other origin. Unknown words are left out.
func ParseFirstStepMarks(text string) FirstStepMarks {
	marks := FirstStepMarks("").WithHidden(FirstStepMarks(text).Hidden())
	for _, step := range FirstSteps() {
		marks = marks.With(step, step.CanBeMarked() && FirstStepMarks(text).Has(step))
	}
	return marks
}

// Has reports whether a step is marked.
func (m FirstStepMarks) Has(step FirstStep) bool {
	return slices.Contains(strings.Fields(string(m)), string(step))
}

// With returns the marks with a step marked or unmarked.
func (m FirstStepMarks) With(step FirstStep, marked bool) FirstStepMarks {
	words := slices.DeleteFunc(strings.Fields(string(m)), func(word string) bool { return word == string(step) })
	if marked {
		words = append(words, string(step))
	}
	slices.Sort(words)
	return FirstStepMarks(strings.Join(words, " "))
}

// Hidden reports whether the owner has dismissed the first steps.
func (m FirstStepMarks) Hidden() bool { return m.Has(firstStepsHidden) }

// WithHidden returns the marks with the steps hidden or shown.
func (m FirstStepMarks) WithHidden(hidden bool) FirstStepMarks {
	return m.With(firstStepsHidden, hidden)
}

// FirstStepFacts are the facts of a business's records that complete steps.
type FirstStepFacts struct {
	HasColleague bool // a second account
	HasCustomer  bool
	HasOpening   bool // stamps of a paper card, or an import
	HasVisit     bool
}

// IsStepDone reports whether the settings, the records or a mark complete a step.
func (b Business) IsStepDone(step FirstStep, facts FirstStepFacts) bool {
	if step.CanBeMarked() && b.FirstSteps.Has(step) {
		return true
	}
	switch step {
	case StepLook:
		return b.Colour != "" || b.Logo != ""
	case StepLegal:
		return b.Legal.Name != "" && b.Legal.TaxID != "" && b.Legal.Address != "" && b.Legal.Email != ""
	case StepTargets:
		return b.VisitTarget != DefaultVisitTarget || b.VIPVisitTarget != DefaultVIPVisitTarget || !b.HalfRewardEnabled || b.WelcomeText != ""
	case StepStaff:
		return facts.HasColleague
	case StepCustomer:
		return facts.HasCustomer
	case StepPaper:
		return facts.HasOpening
	case StepStamp:
		return facts.HasVisit
	}
	return false
}
