package main

import (
	"errors"
	"fmt"
	"strings"

	"axioma/internal/loyalty"
)

// toEnglish says a refusal to whoever sits at the command line: the sentences of
// refusals are Spanish, for the people of the web app.
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

// englishSentences are those of the refusals that a command may meet, by code.
func englishSentences() map[string]string {
	return map[string]string{
		loyalty.ErrEmailTaken.Code:       "another account has this address already",
		loyalty.ErrUserNotFound.Code:     "nobody has an account with this address",
		loyalty.ErrUserChanged.Code:      "the account was changed at the same moment: try again",
		loyalty.ErrBusinessNotFound.Code: "there is no such business",
		loyalty.ErrRestoredReleased.Code: "it was decided already that they are sent",
		loyalty.ErrRestoredDropped.Code:  "it was decided already that none is sent",
		loyalty.ErrNothingRestored.Code:  "no message of a restored copy waits",
	}
}

func fieldsInEnglish(fields []loyalty.FieldError) error {
	wrong := make([]string, len(fields))
	for i, field := range fields {
		wrong[i] = fieldInEnglish(field.Field)
	}
	return errors.New(strings.Join(wrong, "; "))
}

func fieldInEnglish(field string) string {
	switch field {
	case "email":
		return "--email is no e-mail address"
	case "password":
		return fmt.Sprintf("the password is not accepted: it needs %d to %d characters, and may be neither one that many use nor made of the address or the name",
			loyalty.MinOwnPassword, loyalty.MaxPassword)
	default:
		return "--" + field + " is not accepted: it is empty, too long or not text"
	}
}
