package loyalty

import "time"

// Limits of 'lo de siempre', the usual cut.
const (
	MaxUsualPictures = 3
	MaxUsualNote     = 160 // characters: two lines at the counter
)

// UsualPicture describes an immutable picture.
type UsualPicture struct {
	ID         string
	CustomerID string
	TakenAt    time.Time
	TakenBy    string
	Width      int
	Height     int
}

// UsualPermission is a consent given at the counter, by the guardian of a minor.
type UsualPermission struct {
	Granted  bool
	Guardian Guardian
}

// CleanUsualNote returns one line, or a validation error.
func CleanUsualNote(text string) (string, error) {
	clean, fault := cleanLine(text, MaxUsualNote)
	if fault == faultLong {
		fault = "Como mucho 160 caracteres: dos líneas."
	}
	if fault != "" {
		return "", InvalidField("note", fault)
	}
	return clean, nil
}

// CleanGuardian returns the consenting guardian, or a validation error. knownName is the name on file.
func (p UsualPermission) CleanGuardian(knownName string) (string, error) {
	c := validator{}
	guardian := p.Guardian
	if guardian.Name == "" {
		guardian.Name = knownName
	}
	name := c.guardian(guardian)
	return name, c.err()
}
