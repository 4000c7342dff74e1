"""From a hidden model to an answer: worlds counted, places deduced, facts proved."""
