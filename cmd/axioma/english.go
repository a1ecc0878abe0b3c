package main

import (
	"errors"
	"fmt"
	"strings"

	"axioma/internal/loyalty"
)

// toEnglish translates refusals, which are Spanish for the web app.
func toEnglish(err error) error {
	var refusal *loyalty.Error
	if !errors.As(err, &refusal) {
		return err
	}
	if errors.Is(refusal, loyalty.ErrValidation) {
		return fieldsInEnglish(refusal.Fields)
	}
	if sentence, ok := englishSentences()[refusal.Code]; ok {
		return errors.New(sentence)
	}
	return err
}

func englishSentences() map[string]string {
	return map[string]string{
		loyalty.ErrEmailTaken.Code:        "another account has this e-mail address already",
		loyalty.ErrUserNotFound.Code:      "no account has this e-mail address",
		loyalty.ErrNoSecondFactor.Code:    "the account has no second factor",
		loyalty.ErrUserChanged.Code:       "the account was changed at the same time: try again",
		loyalty.ErrBusinessNotFound.Code:  "the business does not exist",
		loyalty.ErrBusinessSuspended.Code: "the business is suspended: reactivate it first",
		loyalty.ErrRestoredReleased.Code:  "the held messages were released already",
		loyalty.ErrRestoredDropped.Code:   "the held messages were dropped already",
		loyalty.ErrNothingRestored.Code:   "no messages are held",
	}
}

func fieldsInEnglish(fields []loyalty.FieldError) error {
	wrong := make([]string, len(fields))
	for i, field := range fields {
		wrong[i] = fieldInEnglish(field)
	}
	return errors.New(strings.Join(wrong, "; "))
}

func fieldInEnglish(field loyalty.FieldError) string {
	switch field.Field {
	case "email":
		return "--email is not an e-mail address"
	case "password":
		return fmt.Sprintf("the password is refused: use %d to %d characters (more with AXIOMA_MIN_PASSWORD), no common password, and neither the address nor the name",
			loyalty.MinOwnPassword, loyalty.MaxPassword)
	case "file": // the message names the fault inside the file
		return "the file is refused: " + field.Message
	default:
		return "--" + field.Field + " is refused: it is empty, too long or not text"
	}
}
