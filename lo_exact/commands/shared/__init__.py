"""What several commands share: options, reading, writing, drawing, answering."""
